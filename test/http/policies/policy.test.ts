import { createPublicKey, verify, type JsonWebKeyInput } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex, canonicalize } from '../../../src/domain/crypto/hash.ts'
import { DEFAULT_POLICY } from '../../../src/domain/policies/policy.ts'
import { install } from '../agents.ts'
import { bearer, NO_CREDENTIAL } from '../client.ts'
import { ISSUER, startPlatform, type TestOrganization, type TestPlatform } from '../platform.ts'

describe('the policy of a workspace', () => {
  let platform: TestPlatform
  let org: TestOrganization
  beforeAll(async () => {
    platform = await startPlatform()
    org = await platform.organization()
  })
  const read = (workspace_id = org.workspace_id) =>
    org.api.get(`/workspaces/${workspace_id}/policy`)

  it('allows everything at first', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      workspace_id: org.workspace_id,
      version: 1,
      status: 'active',
      content: {
        models: { allowed: ['*'], denied: [], allowed_providers: ['*'] },
        tools: { allowed: ['*'], denied: [], require_approval: [] },
        network: { allowed_hosts: ['*'], require_tls: false },
        filesystem: { allowed_paths: ['*'] },
        a2a: { allowed_callers: ['*'], allowed_skills: ['*'] },
        compliance: { frameworks: [], data_residency: [] },
      },
    })
    expect('organization_id' in body).toBe(false)
  })

  it('has a hash over the canonical JSON, and a signature that the published keys verify', async () => {
    const { policy_id, workspace_id, version, content, hash, issuer, signature, signing_key_id } = (
      await read()
    ).body
    const text = canonicalize({ policy_id, workspace_id, version, content })
    expect(hash).toBe(sha256Hex(text))
    const { keys } = (await platform.as(NO_CREDENTIAL).get('/trust/jwks')).body
    const key = keys.find(({ kid }: { kid: string }) => kid === signing_key_id)
    expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' })
    const publicKey = createPublicKey({ key, format: 'jwk' } as JsonWebKeyInput)
    expect(issuer).toBe(ISSUER)
    const signed = canonicalize({ issuer, policy_id, workspace_id, version, content })
    expect(
      verify(
        null,
        Buffer.from(`svc-policy-v1\n${signed}`),
        publicKey,
        Buffer.from(signature, 'base64'),
      ),
    ).toBe(true)
    expect(
      verify(
        null,
        Buffer.from(
          `svc-policy-v1\n${canonicalize({ issuer, policy_id, workspace_id: 'ws_other', version, content })}`,
        ),
        publicKey,
        Buffer.from(signature, 'base64'),
      ),
    ).toBe(false)
  })

  it('gets the next version under the same id, a new signature and an audit record when it changes', async () => {
    const before = (await read()).body
    platform.clock.advance(1000)
    const content = { ...DEFAULT_POLICY, tools: { ...DEFAULT_POLICY.tools, denied: ['rm'] } }
    await platform.store.setPolicy(platform.context(), {
      workspace_id: org.workspace_id,
      content,
      signer: platform.services.signer,
    })
    const after = (await read()).body
    expect(after).toMatchObject({
      policy_id: before.policy_id,
      version: 2,
      status: 'active',
      content,
      created_at: before.created_at,
      updated_at: platform.clock.now(),
    })
    expect(after.hash).not.toBe(before.hash)
    expect(after.signature).not.toBe(before.signature)
    expect(
      (await org.api.get('/audit-logs?event_type=policy.updated')).body.items[0],
    ).toMatchObject({
      metadata: { version: 2, hash: after.hash, previous_hash: before.hash },
    })
  })

  it('is readable with an API key, by an owner and with the runtime token of an installation in the workspace only', async () => {
    const installed = await install(platform, org)
    const owner = await platform.session(org.email)
    const path = `/workspaces/${org.workspace_id}/policy`
    for (const token of [installed.runtime_token, owner])
      expect((await platform.as(bearer(token)).get(path)).body.version).toBe(2)
    const second = await platform.workspace(org.organization_id, 'Second')
    expect(
      (await platform.as(bearer(installed.runtime_token)).get(`/workspaces/${second}/policy`)).body
        .code,
    ).toBe('WORKSPACE_NOT_ALLOWED')
    expect((await read('ws_nowhere')).body.code).toBe('WORKSPACE_NOT_FOUND')
  })
})

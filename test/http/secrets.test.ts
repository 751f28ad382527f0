import { beforeAll, describe, expect, it } from 'vitest'
import { keyPairOfSeed, publicJwk } from '../../src/domain/crypto/ed25519.ts'
import { open } from '../../src/domain/secrets.ts'
import { install } from './agents.ts'
import { apiKey, bearer, NO_CREDENTIAL, type TestResponse } from './client.ts'
import { operations } from './contract.ts'
import { MASTER_KEY, startPlatform, type TestPlatform } from './platform.ts'
import { DAY } from '../kit/time.ts'
import { credentialOf, newTenant, requestOf, withCredential, type Tenant } from './requests.ts'

/** Returns every encoding in which a secret could leak. */
const encodings = (bytes: Uint8Array) =>
  (['hex', 'base64', 'base64url'] as const).map((encoding) =>
    Buffer.from(bytes).toString(encoding).replace(/=+$/, ''),
  )

describe('I-13: plaintext secrets are never stored, logged or audited, and are in no response but the one that issues them', () => {
  let platform: TestPlatform
  let tenant: Tenant
  /** All secrets, each with the id of the request whose response may contain it, or `none`. */
  const secrets = new Map<string, string>()
  beforeAll(async () => {
    platform = await startPlatform()
    tenant = await newTenant(platform)
    await issueSecrets()
    await misplaceSecrets()
    collect()
  })

  /** Makes the calls that issue the other secrets, and reads the audit log. */
  async function issueSecrets() {
    const one = await install(platform, tenant)
    await one.refresh()
    await one.lease({ health_payload: { ok: true } })
    await platform.advance(84 * DAY)
    await one.lease()
    await tenant.api.post('/installations/recovery', {
      agent_id: one.agent.svc_id,
      workspace_id: tenant.workspace_id,
    })
    await platform.as(bearer(await platform.session(tenant.email))).get('/admin/auth/session')
    await tenant.api.get('/audit-logs?limit=200')
  }

  /** Sends secrets in the wrong places, so that a response or log line that repeats its input would disclose them. */
  async function misplaceSecrets() {
    const all = issuedSecrets()
      .map(([secret]) => secret)
      .concat(tenant.api_key)
    for (const secret of all) {
      await platform
        .as({ ...apiKey(secret), 'X-Workspace-ID': secret })
        .get(`/tasks?cursor=${secret}&status=${secret}`)
      await platform
        .as(NO_CREDENTIAL)
        .post(`/installations/${secret}/refresh`, { refresh_token: secret })
      await platform.as(NO_CREDENTIAL).post('/installations/bootstrap', {
        install_token: secret,
        upstream_url: secret,
        capabilities: [secret],
      })
      await platform.as(NO_CREDENTIAL).post('/admin/auth/verify-pin', {
        email: 'a@example.com',
        challenge_id: secret,
        pin: secret,
      })
      await platform.as({ 'X-Request-ID': `${secret}!` }).get(`/nowhere/${secret}`)
      await tenant.api.post('/trust/verify', { svc_id: secret, signature: secret, context: {} })
    }
    for (const operation of operations)
      for (const [scheme] of operation.security) {
        await platform.sendRequest(
          withCredential(
            { ...requestOf(operation, tenant), body: '{"half' },
            credentialOf(scheme!, tenant, operation),
          ),
        )
      }
  }

  const TOKEN = /\b(?:sk_live|skt|srt|srf|adm)_[A-Za-z0-9_-]{43}/g
  const requestId = ({ headers }: TestResponse) => headers['x-request-id'] as string
  const issuedSecrets = (): [string, string][] =>
    platform.responses
      .filter(({ status }) => status < 300)
      .flatMap((got) =>
        [...got.text.matchAll(TOKEN)].map(([secret]): [string, string] => [secret, requestId(got)]),
      )
  function collect() {
    for (const [secret, request_id] of issuedSecrets()) secrets.set(secret, request_id)
    secrets.set(tenant.api_key, 'none')
    for (const [pin] of platform.mailer.items.flatMap(({ text }) => [
      ...text.matchAll(/\b\d{8}\b/g),
    ]))
      secrets.set(pin, 'none')
    for (const text of encodings(Buffer.from(MASTER_KEY, 'hex'))) secrets.set(text, 'none')
  }

  it('the scenario covers all kinds of secrets', () => {
    const kinds = new Set(
      [...secrets.keys()].map((secret) => /^[a-z_]+_(?=.{43}$)/.exec(secret)?.[0] ?? 'other'),
    )
    expect(kinds).toEqual(new Set(['sk_live_', 'skt_', 'srt_', 'srf_', 'adm_', 'other']))
    expect(secrets.size).toBeGreaterThan(15)
  })

  it('no secret is in a header, or in a body other than that of the response that issues it', () => {
    const shown = ({ headers, text }: TestResponse, secret: string, request_id: string) =>
      JSON.stringify(headers).includes(secret) ||
      (headers['x-request-id'] !== request_id && text.includes(secret))
    const leaks = platform.responses.filter((got) =>
      [...secrets].some(([secret, request_id]) => shown(got, secret, request_id)),
    )
    expect(leaks.map(({ status, text }) => [status, text.slice(0, 200)])).toEqual([])
  })

  it('the store contains only hashes, and sealed values where they must be readable', async () => {
    const rows = JSON.stringify(await platform.rows())
    for (const secret of secrets.keys())
      expect(rows.includes(secret), secret.slice(0, 8)).toBe(false)
    const [key] = await platform.database.read((tx) => tx.signing_keys.find({}))
    const { seed: sealed } = JSON.parse(
      open(
        platform.services.master_keys.ring(),
        `signing-key:${key!.key_id}`,
        key!.sealed,
      )!.toString(),
    ) as { seed: string }
    const seed = Buffer.from(sealed, 'base64')
    expect(publicJwk(keyPairOfSeed(seed).publicKey).kid).toBe(key!.key_id)
    for (const text of encodings(seed)) expect(rows.includes(text)).toBe(false)
  })

  it('the log has one line for each response, and none contains a secret', () => {
    const log = platform.log.join('\n')
    const logged = platform.log.map(
      (line) => (JSON.parse(line) as { request_id?: string }).request_id,
    )
    const counts = platform.responses.map((got) => [
      requestId(got),
      logged.filter((request_id) => request_id === requestId(got)).length,
    ])
    expect(counts).toEqual(platform.responses.map((got) => [requestId(got), 1]))
    for (const secret of secrets.keys())
      expect(log.includes(secret), secret.slice(0, 8)).toBe(false)
  })

  it('the log of a failure contains at most the prefix of a credential', () => {
    const secret = tenant.installed.runtime_token
    platform.logger.error(
      { err: new Error(`could not use ${secret}`, { cause: new Error(secret) }) },
      'failed',
    )
    const line = platform.log.at(-1)!
    expect(line).toContain('srt_[redacted]')
    expect(line).not.toContain(secret)
  })
})

import { masterKey } from '../../../src/domain/secrets.ts'
import { generateKeyPairSync, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { DEFAULT_POLICY, policyHash, policyClaims } from '../../../src/domain/policies/policy.ts'
import { signedText } from '../../../src/domain/signatures/signature.ts'
import { SECOND } from '../../kit/time.ts'
import { dump, eachStore } from '../stores.ts'
import { MASTER_KEYS, newWorld, signingKeyOf } from '../world.ts'

eachStore((location) => {
  it('creates a workspace with its policy, updates, lists and deletes it', async () => {
    const { store, context, reach, organization_id, signer, clock, newKinds, home } =
      await newWorld(location())
    clock.advance(SECOND)
    await newKinds()
    const created = await store.createWorkspace(context(), {
      reach,
      organization_id,
      name: 'second',
      description: 'ü',
      signer,
    })
    if (created.kind !== 'created') return expect.unreachable()
    const { workspace } = created
    expect(workspace).toEqual({
      workspace_id: expect.stringMatching(/^ws_/),
      organization_id,
      name: 'second',
      description: 'ü',
      created_at: clock.now,
      updated_at: clock.now,
    })
    clock.advance(SECOND)
    const where = { reach, organization_id, workspace_id: workspace.workspace_id }
    expect(await store.updateWorkspace(context(), { ...where, name: 'renamed' })).toMatchObject({
      workspace: {
        name: 'renamed',
        description: '',
        created_at: workspace.created_at,
        updated_at: clock.now,
      },
    })
    expect(await store.getWorkspace(where)).toMatchObject({
      kind: 'found',
      workspace: { name: 'renamed' },
      organization: { organization_id },
    })
    const list = (within = reach, more = {}) =>
      store.listWorkspaces({ reach: within, organization_id, limit: 10, offset: 0, ...more })
    expect(await list()).toMatchObject({
      total: 2,
      items: [
        { workspace: { workspace_id: home.workspace_id } },
        { workspace: { name: 'renamed' } },
      ],
    })
    expect(await list(reach, { offset: 1, limit: 10_000 })).toMatchObject({
      total: 2,
      limit: 200,
      items: [{ workspace: { name: 'renamed' } }],
    })
    expect(await list({ ...reach, workspace_id: workspace.workspace_id as never })).toMatchObject({
      total: 1,
      items: [{ workspace: { name: 'renamed' } }],
    })
    expect(await store.deleteWorkspace(context(), { ...where, force: false })).toEqual({
      kind: 'deleted',
    })
    expect(await store.getWorkspace(where)).toEqual({ kind: 'not_found' })
    expect(await store.getPolicy({ reach, workspace_id: workspace.workspace_id })).toBeUndefined()
    expect(await newKinds()).toEqual([
      'workspace.created',
      'workspace.updated',
      'workspace.deleted',
    ])
  })

  it('deletes a workspace with operative installations only with force, which also revokes its tokens and keys', async () => {
    const {
      store,
      context,
      install,
      installToken,
      bootstrap,
      home,
      installationOf,
      newKinds,
      database,
      send,
    } = await newWorld(location())
    const [active, paused] = [await install(), await install()]
    await send(paused.installation.installation_id, 'pause')
    const token = await installToken()
    const key = await store.createApiKey(context(), {
      organization_id: home.organization_id,
      workspace_id: home.workspace_id,
      name: 'bound',
    })
    const before = await dump(database)
    expect(await store.deleteWorkspace(context(), { ...home, force: false })).toEqual({
      kind: 'in_use',
      installations: 2,
    })
    expect(await dump(database)).toEqual(before)
    await newKinds()
    expect(await store.deleteWorkspace(context(), { ...home, force: true })).toEqual({
      kind: 'deleted',
    })
    for (const { installation } of [active, paused])
      expect(await installationOf(installation.installation_id)).toMatchObject({
        lifecycle: 'revoked',
        revoke_reason: 'workspace deleted',
      })
    expect(await newKinds()).toEqual([
      'installation.revoked',
      'installation.revoked',
      'api_key.revoked',
      'workspace.deleted',
    ])
    expect(await bootstrap(token)).toEqual({ kind: 'unknown' })
    expect(
      key.kind === 'created' &&
        (await store.findApiKey({ hash: key.key.hash, now: context().now })),
    ).toBeUndefined()
  })

  it('creates a permissive policy for a new workspace, signed by the platform', async () => {
    const { store, reach, workspace_id, clock } = await newWorld(location())
    const key_id = await signingKeyOf(store, clock.now)
    const policy = (await store.getPolicy({ reach, workspace_id }))!
    expect(policy).toMatchObject({
      version: 1,
      status: 'active',
      content: DEFAULT_POLICY,
      hash: policyHash(policy),
      signing_key_id: key_id,
    })
    const [jwk] = await store.listPlatformKeys({ master_keys: MASTER_KEYS })
    const { publicKey } = generateKeyPairSync('ed25519')
    expect(jwk).toMatchObject({ kid: key_id, kty: 'OKP', crv: 'Ed25519' })
    const key = {
      key: { kty: 'OKP', crv: 'Ed25519', x: jwk!.x },
      format: 'jwk' as const,
    }
    const signature = Buffer.from(policy.signature, 'base64')
    expect(verify(null, signedText('policy', policyClaims(policy)), key, signature)).toBe(true)
    expect(verify(null, signedText('policy', policyClaims(policy)), publicKey, signature)).toBe(
      false,
    )
  })

  it('writes the next version of a policy, supersedes the previous one, and records policy.updated in the audit log', async () => {
    const { store, context, reach, workspace_id, signer, newKinds, database, clock } =
      await newWorld(location())
    const first = (await store.getPolicy({ reach, workspace_id }))!
    await newKinds()
    clock.advance(SECOND)
    const content = { ...DEFAULT_POLICY, a2a: { allowed_callers: ['x'], allowed_skills: [] } }
    const second = await store.setPolicy(context(), { workspace_id, content, signer })
    expect(second).toMatchObject({
      policy_id: first.policy_id,
      version: 2,
      status: 'active',
      content,
      created_at: first.created_at,
      updated_at: clock.now,
    })
    expect(await store.getPolicy({ reach, workspace_id })).toEqual(second)
    expect(await newKinds()).toEqual(['policy.updated'])
    expect(
      (
        await database.read((tx) =>
          tx.policies.find({ where: { workspace_id }, orderBy: ['version'] }),
        )
      ).map(({ status }) => status),
    ).toEqual(['superseded', 'active'])
    expect(
      await store.setPolicy(context(), { workspace_id: 'unknown', content, signer }),
    ).toBeUndefined()
  })

  it('creates the signing key once, keeps it after a restart, and opens it only with its master key', async () => {
    const at = location()
    const { store, context, clock, database } = await newWorld(at)
    const key_id = await signingKeyOf(store, clock.now)
    await store.loadSigner(context(), { master_keys: MASTER_KEYS })
    expect(await signingKeyOf(store, clock.now)).toBe(key_id)
    await expect(
      store.loadSigner(context(), { master_keys: [masterKey(Buffer.alloc(32, 8))] }),
    ).rejects.toMatchObject({ name: 'MasterKeyMissing' })
    if (at.kind === 'memory') return
    await database.close()
    const again = await at.open()
    expect(await again.read((tx) => tx.signing_keys.count({}))).toBe(1)
  })
})

import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../../src/domain/policies/policy.ts'
import { client, installAgent } from './client.ts'
import { runForJson, SLOW_TEST, runRegistry, startServe } from './process.ts'
import { expectOneLine, runInProcess } from '../commands/run-in-process.ts'
import { newFolder } from '../kit/folder.ts'
import { samples } from '../kit/samples.ts'

interface Org {
  organization_id: string
  plan: string
}
const KINDS = samples(['sqlite'], ['sqlite', 'json'])

describe.each(KINDS)('a command on a %s store that is being served', SLOW_TEST, (kind) => {
  it('takes effect in the running server before the command exits', async () => {
    const path = join(newFolder(), 'store')
    const store = `${kind}:${path}`
    const { base_url, stop } = await startServe(store)
    const { get, post } = client(base_url)
    const env = { SVC_STORE: store }
    const $ = <T>(...args: string[]) => runForJson<T>(args, { env })
    if (kind === 'json') expect(statSync(`${path}.sock`).mode & 0o777).toBe(0o600)

    const { organization_id } = await $<Org>('org', 'create', '--name', 'Acme', '--plan', 'free')
    const { workspace_id } = await $<{ workspace_id: string }>(
      'workspace',
      'create',
      '--org',
      organization_id,
      '--name',
      'Main',
    )
    const { api_key, key_id } = await $<{ api_key: string; key_id: string }>(
      'api-key',
      'create',
      '--org',
      organization_id,
    )
    expect((await get(`/orgs/${organization_id}/workspaces`, api_key)).body['items']).toMatchObject(
      [{ workspace_id, name: 'Main' }],
    )

    expect((await get('/audit-logs', api_key)).status).toBe(402)
    await $('org', 'set-plan', organization_id, 'starter')
    const {
      body: {
        items: [latest],
      },
    } = await get('/audit-logs', api_key)
    expect(latest).toMatchObject({
      event_type: 'plan.changed',
      actor: { type: 'operator', id: userInfo().username },
    })
    expect(latest.actor).not.toHaveProperty('ip')

    const { agent, installation_id, runtime_token } = await installAgent(
      client(base_url),
      api_key,
      workspace_id,
    )
    const heartbeat = () =>
      post(`/installations/${installation_id}/lease`, runtime_token, { status: 'running' })
    await $('agent', 'suspend', agent.svc_id, '--reason', 'key leaked')
    expect((await get(`/agents/${agent.svc_id}/verify`, api_key)).body['valid']).toBe(false)
    await $('agent', 'reinstate', agent.svc_id, '--reason', 'was a drill')
    expect((await get(`/agents/${agent.svc_id}/verify`, api_key)).body['valid']).toBe(true)

    await $('installation', 'pause', installation_id, '--reason', 'maintenance')
    expect((await heartbeat()).body['command']).toMatchObject({
      type: 'pause',
      reason: 'maintenance',
    })
    expect(await $('installation', 'list', '--org', organization_id)).toMatchObject({
      items: [{ installation_id, lifecycle: 'paused', health: 'online' }],
    })
    await $('installation', 'resume', installation_id)
    await $('installation', 'rotate-token', installation_id)
    expect((await heartbeat()).body['refreshed_token']).toMatchObject({ token_version: 2 })
    expect((await get('/audit-logs', api_key)).body['items']).toContainEqual(
      expect.objectContaining({
        event_type: 'installation.commanded',
        target: { type: 'installation', id: installation_id },
        metadata: expect.objectContaining({ type: 'rotate_token' }),
      }),
    )

    const content = { ...DEFAULT_POLICY, tools: { ...DEFAULT_POLICY.tools, denied: ['shell'] } }
    await runForJson(['policy', 'set', workspace_id], { env, input: JSON.stringify(content) })
    expect((await get(`/workspaces/${workspace_id}/policy`, api_key)).body).toMatchObject({
      version: 2,
      content,
    })
    expect(await $('policy', 'get', workspace_id)).toMatchObject({ version: 2, content })

    await $(
      'member',
      'add',
      '--org',
      organization_id,
      '--email',
      'Ann@Example.com',
      '--role',
      'owner',
    )
    expect(
      (await get(`/orgs/${organization_id}/workspaces/${workspace_id}/members`, api_key)).body[
        'items'
      ],
    ).toMatchObject([{ email: 'ann@example.com', role: 'owner' }])
    await $('member', 'remove', '--org', organization_id, '--email', 'ann@example.com')
    expect(await $('member', 'list', '--org', organization_id)).toEqual({ items: [] })

    const olga = await $<{ email: string; added_at: string }>(
      'operator',
      'add',
      '--email',
      'Olga@Example.com',
    )
    expect([olga.email, await $('operator', 'list')]).toEqual([
      'olga@example.com',
      { items: [olga] },
    ])
    expect(await $('operator', 'add', '--email', 'olga@example.com')).toEqual(olga)
    expect(await $('operator', 'remove', '--email', 'OLGA@example.com')).toEqual(olga)
    expect(await $('operator', 'list')).toEqual({ items: [] })

    const verified = await $<{ intact: boolean; chains: { chain: string; checked: number }[] }>(
      'audit',
      'verify',
    )
    expect(verified.intact).toBe(true)
    expect(verified.chains.find(({ chain }) => chain === organization_id)!.checked).toBeGreaterThan(
      10,
    )

    await $('api-key', 'revoke', key_id)
    expect((await get('/audit-logs', api_key)).status).toBe(401)
    expect((await stop()).code).toBe(0)
    expect(await $<{ items: Org[] }>('org', 'list')).toMatchObject({
      items: [{ plan: 'enterprise' }, { organization_id, plan: 'starter' }],
    })
  })

  it('fails with an error message of one line when it names something that does not exist, or when its command line is wrong', async () => {
    const env = { SVC_STORE: `${kind}:${join(newFolder(), 'store')}` }
    await startServe(env.SVC_STORE)
    const heads = join(newFolder(), 'heads')
    writeFileSync(heads, '')
    const wrong = await runRegistry(['audit', 'verify', '--heads', heads], { env })
    expect(wrong).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'svc-registry: audit verify: The file heads given with --heads is empty; pass the file that the witness wrote. See: svc-registry audit verify --help\n',
    })
    const refused = await runRegistry(['org', 'set-plan', 'nope', 'free'], { env })
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: 'svc-registry: There is no organization nope; `org list` shows all of them.\n',
    })
  })
})

describe('a command on a store that is not being served', SLOW_TEST, () => {
  it('creates a store with its first organization, so that everything can be prepared before the first start', async () => {
    const env = { SVC_STORE: `json:${join(newFolder(), 'new', 'store.json')}` }
    expect((await runInProcess(['org', 'list'], env)).code).toBe(1)
    const { organization_id } = await runForJson<Org>(['org', 'create', '--name', 'Acme'], { env })
    await runForJson(['workspace', 'create', '--org', organization_id, '--name', 'Main'], { env })
    const { api_key } = await runForJson<{ api_key: string }>(
      ['api-key', 'create', '--org', organization_id, '--scopes', 'workspaces:read'],
      { env },
    )
    const { base_url, output } = await startServe(env.SVC_STORE)
    expect(output.stdout).not.toContain('The store was empty')
    const { get } = client(base_url)
    expect((await get(`/orgs/${organization_id}/workspaces`, api_key)).status).toBe(200)
    expect((await get('/trust/profile/did:svc:nobody', api_key)).body['code']).toBe(
      'SCOPE_REQUIRED',
    )
  })

  it('prints aligned columns, and a command to type next', async () => {
    const env = { SVC_STORE: `sqlite:${join(newFolder(), 'store.db')}` }
    for (const name of ['A', 'A much longer name'])
      expect((await runInProcess(['org', 'create', '--name', name], env)).out).toMatch(
        /\nNext: svc-registry workspace create --org org_\S+ --name Main\n$/,
      )
    const [head, ...rows] = (await runInProcess(['org', 'list'], env)).out.trimEnd().split('\n')
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row.indexOf('free')).toBe(head!.indexOf('PLAN'))
  })

  it.each([
    'workspace list --org nope',
    'api-key list --org nope',
    'api-key create --org nope',
    'api-key revoke key_nope',
    'member add --org nope --email a@example.com --role owner',
    'pin show --email nope@example.com',
    'member list --org nope',
    'member remove --org nope --email a@example.com',
    'operator remove --email nope@example.com',
    'policy get nope',
    'agent suspend nope --reason x',
    'installation list --org nope',
    'installation pause nope',
    'audit verify --org nope',
  ])(
    'fails with an error message of one line when it names something that does not exist: %s',
    async (command) => {
      const env = { SVC_STORE: `sqlite:${join(newFolder(), 'store.db')}` }
      await runInProcess(['org', 'create', '--name', 'Acme'], env)
      const { code, out, err } = await runInProcess(command.split(' '), env)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toMatch(/nope/)
      expectOneLine(err)
    },
  )

  it('uses the only organization where none is named, and requires --org where there are several', async () => {
    const env = { SVC_STORE: `sqlite:${join(newFolder(), 'store.db')}` }
    const { organization_id } = await runForJson<Org>(['org', 'create', '--name', 'Acme'], { env })
    const add = ['member', 'add', '--email', 'ann@example.com', '--role', 'owner']
    expect(await runForJson(add, { env })).toMatchObject({
      organization_id,
      email: 'ann@example.com',
    })
    expect(await runForJson(['member', 'list'], { env })).toMatchObject({
      items: [{ email: 'ann@example.com' }],
    })
    expect(
      await runForJson(['member', 'remove', '--email', 'ann@example.com'], { env }),
    ).toMatchObject({
      organization_id,
    })
    await runForJson(['org', 'create', '--name', 'Other'], { env })
    const { code, err } = await runInProcess(add, env)
    expect([code, err]).toEqual([
      1,
      'svc-registry: There are several organizations; name one with --org. `org list` shows all of them.\n',
    ])
  })

  it('is refused when the file of the master key is missing, and does not create another key', async () => {
    const path = join(newFolder(), 'store.db')
    const env = { SVC_STORE: `sqlite:${path}` }
    const { organization_id } = await runForJson<Org>(['org', 'create', '--name', 'Acme'], { env })
    const another = ['workspace', 'create', '--org', organization_id, '--name', 'Main']
    await runInProcess(another, env)
    rmSync(`${path}.key`)
    const { code, err } = await runInProcess(another, env)
    expect(code).toBe(1)
    expect(err).toContain(`${path}.key is missing`)
    expect(existsSync(`${path}.key`)).toBe(false)
  })
})

describe('policy set', SLOW_TEST, () => {
  it('reports how a policy violates the contract, and does not replace the current policy', async () => {
    const path = newFolder()
    const env = { SVC_STORE: `json:${join(path, 'store.json')}` }
    const { organization_id } = await runForJson<Org>(['org', 'create', '--name', 'Acme'], { env })
    const { workspace_id } = await runForJson<{ workspace_id: string }>(
      ['workspace', 'create', '--org', organization_id, '--name', 'Main'],
      { env },
    )
    const file = join(path, 'policy.json')
    const wrong = [
      [
        { ...DEFAULT_POLICY, tools: { ...DEFAULT_POLICY.tools, denied: 'shell' } },
        '/tools/denied must be array',
      ],
      [
        { ...DEFAULT_POLICY, tools: { ...DEFAULT_POLICY.tools, forbidden: [] } },
        '/tools/forbidden is not a known member',
      ],
      [{ ...DEFAULT_POLICY, extra: 1 }, '/extra is not a known member'],
      [
        {
          ...DEFAULT_POLICY,
          tools: {
            ...DEFAULT_POLICY.tools,
            denied: Array.from({ length: 700 }, (_, at) => `${at}${'x'.repeat(97)}`),
          },
        },
        'must NOT exceed 65536 bytes as JSON',
      ],
    ] as const
    for (const [content, fault] of wrong) {
      writeFileSync(file, JSON.stringify(content))
      const { code, err } = await runInProcess(['policy', 'set', workspace_id, '--file', file], env)
      expect(code).toBe(1)
      expect(err).toContain(`policy.json is not a valid policy: ${fault}.`)
    }
    expect(await runForJson(['policy', 'get', workspace_id], { env })).toMatchObject({ version: 1 })
  })
})

describe('audit verify', SLOW_TEST, () => {
  it.each([
    ['edited', "update audit_log set outcome = 'denied' where chain = $chain and sequence = 2", 2],
    ['gap', 'delete from audit_log where chain = $chain and sequence = 2', 2],
    [
      'truncated',
      'delete from audit_log where chain = $chain and sequence = (select max(sequence) from audit_log where chain = $chain)',
      3,
    ],
    ['rewritten', 'delete from audit_heads where chain = $chain', 1],
    ['missing_checkpoint', 'delete from audit_log where chain = $chain and sequence = 1', 1],
    [
      'invalid_checkpoint',
      "insert into audit_checkpoints select chain, sequence, hash, occurred_at, 365, occurred_at, 'x', 'x', 'x' from audit_log where chain = $chain and sequence = 2",
      2,
    ],
  ])(
    'exits with code 1 and names the chain, the sequence and the fault: %s',
    async (fault, change, sequence) => {
      const path = join(newFolder(), 'store.db')
      const env = { SVC_STORE: `sqlite:${path}` }
      const { organization_id } = await runForJson<Org>(['org', 'create', '--name', 'Acme'], {
        env,
      })
      for (const plan of ['starter', 'free', 'starter'])
        await runForJson(['org', 'set-plan', organization_id, plan], { env })
      expect((await runInProcess(['audit', 'verify'], env)).code).toBe(0)
      const database = new DatabaseSync(path)
      database.prepare(change).run({ chain: organization_id })
      database.close()

      const { code, out, err } = await runInProcess(['audit', 'verify'], env)
      expect({ code, err }).toEqual({ code: 1, err: '' })
      expect(out).toMatch(
        new RegExp(`${organization_id} .*broken at sequence ${sequence}: ${fault}`),
      )
      expect((await runInProcess(['audit', 'verify', '--org', 'platform'], env)).code).toBe(0)
    },
  )
})

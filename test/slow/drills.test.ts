import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/store/open.ts'
import { client } from '../cli/client.ts'
import { inheritedEnvironment } from '../kit/environment.ts'
import { newFolder } from '../kit/folder.ts'
import { isToolMissing } from '../kit/tools.ts'
import { freePort } from '../kit/port.ts'
import { blocksOf, terminal } from './shell.ts'

const blocks = blocksOf('SECURITY.md')
const [
  signingKey,
  logKey,
  masterKey,
  lostMasterKey,
  agentKey,
  suspension,
  apiKey,
  tokens,
  witnessKey,
  newWitness,
  database,
  restore,
  ...others
] = blocks
const POLLING = { timeout: 30_000 }
interface Key {
  readonly key_id: string
  readonly use: string
  readonly state: string
}

/** The shell, the platform and the witness have a terminal each, with the folders that the document names. */
describe.skipIf(isToolMissing('curl'))('the drills of SECURITY.md', () => {
  const home = newFolder('drills')
  const settings: Record<string, string> = { SVC_ISSUER: 'https://agents.example.com' }
  const place = () => ({
    cwd: home,
    env: {
      ...inheritedEnvironment(),
      ...settings,
      NO_COLOR: '1',
      PATH: `${home}:${process.env['PATH']}`,
    },
  })
  const [shell, platform, witness] = [terminal(place), terminal(place), terminal(place)]
  /** Moves the folders of the document to a temporary one. */
  const here = (block: string): string =>
    block.replaceAll(/(?<= |:|=)\/(var|keys|mnt|backups)\//g, `${home}/$1/`)
  const run = (block = ''): string => shell.run(here(block))
  const json = <T>(command: string): T => JSON.parse(shell.run(`${command} --json`)) as T
  const serve = () => platform.start('svc-registry serve', /API +http/)
  const logKeys = async () =>
    (await fetch(settings['SVC_PLATFORM_URL']!.replace('/api/v1', '/log/key'))).text()
  const activeKey = (use: string): string =>
    json<{ items: readonly Key[] }>('svc-registry key list').items.find(
      (key) => key.use === use && key.state === 'active',
    )!.key_id
  /** The keys that the log has had since its first one, because a publication may have been signed with any of them. */
  const formerLogKeys: string[] = []
  const api = () => client(settings['SVC_PLATFORM_URL']!)

  beforeAll(async () => {
    for (const [name, main] of [
      ['svc-registry', 'main'],
      ['svc-agent', 'agent-main'],
    ] as const) {
      const source = join(process.cwd(), `src/${main}.ts`)
      writeFileSync(join(home, name), `#!/bin/sh\nexec '${process.execPath}' '${source}' "$@"\n`)
      chmodSync(join(home, name), 0o755)
    }
    for (const folder of ['var/lib/svc-registry', 'keys', 'mnt/witness', 'backups'])
      mkdirSync(join(home, folder), { recursive: true })
    const port = await freePort()
    const store = join(home, 'var/lib/svc-registry/registry.db')
    Object.assign(settings, {
      SVC_PORT: String(port),
      SVC_STORE: `sqlite:${store}`,
      SVC_PLATFORM_URL: `http://127.0.0.1:${port}/api/v1`,
      SVC_WITNESSES: `file:${home}/mnt/witness/heads.jsonl`,
      SVC_AUDIT_HEADS_MINUTES: '1',
    })
    await serve()
    settings['SVC_API_KEY'] = readFileSync(`${store}.first-key`, 'utf8').trim()
    const [organization] = json<{ items: { organization_id: string }[] }>(
      'svc-registry org list',
    ).items
    settings['ORG'] = settings['SVC_ORGANIZATION_ID'] = organization!.organization_id
    const [workspace] = json<{ items: { workspace_id: string }[] }>(
      'svc-registry workspace list --org "$ORG"',
    ).items
    settings['SVC_WORKSPACE_ID'] = workspace!.workspace_id
    settings['LOG_VKEY'] = (await logKeys()).trim()
  })
  afterAll(async () => {
    await platform.interrupt()
    await witness.interrupt()
  })

  it('are the only commands of that page', () => {
    expect(restore).toBeDefined()
    expect(others).toEqual([])
  })

  it('withdraw a signing key', () => {
    const withdrawn = (settings['STATEMENT_KEY'] = activeKey('statements'))
    const published = run(signingKey).trim().split('\n').at(-1)!
    expect(published).toContain('"kid"')
    expect(published).not.toContain(withdrawn)
  })

  it('withdraw the key of the log, and hand over the new one', async () => {
    settings['LOG_KEY'] = activeKey('log')
    const former = await logKeys()
    run(logKey)
    const given = readFileSync(join(home, 'logs.txt'), 'utf8')
    formerLogKeys.push(given.trim())
    expect(given).toMatch(/^agents\.example\.com\/log\+[0-9a-f]{8}\+\S+\n$/)
    expect(given).not.toBe(former)
  })

  it('replace a master key, and the keys that it sealed', () => {
    const before = json<{ master_keys: { id: string; state: string }[] }>(
      'svc-registry key list',
    ).master_keys
    Object.assign(settings, {
      STATEMENT_KEY: activeKey('statements'),
      LOG_KEY: activeKey('log'),
      OLD_MASTER_KEY: before.find(({ state }) => state === 'in_force')!.id,
    })
    expect(run(masterKey)).toContain(`Master key ${settings['OLD_MASTER_KEY']} is retired`)
    expect([activeKey('statements'), activeKey('log')]).not.toContain(settings['STATEMENT_KEY'])
    shell.run(logKey!.split('\n').at(-1)!)
  })

  it('put back a master key that was only lost', async () => {
    const file = join(home, 'var/lib/svc-registry/registry.db.key')
    writeFileSync(join(home, 'keys/registry.db.key'), readFileSync(file), { mode: 0o600 })
    await platform.interrupt()
    rmSync(file)
    expect(() => shell.run('svc-registry verify')).toThrow()
    expect(run(lostMasterKey)).toContain('master key')
    await serve()
  })

  it('replace the key of an agent, and suspend the agent', async () => {
    shell.run('svc-agent init --name Reader && svc-agent register && svc-agent install')
    const identify = () => json<{ svc_id: string }>('svc-agent id').svc_id
    const stolen = (settings['SVC_ID'] = identify())
    expect(run(agentKey)).toContain('"deprecated":true')
    expect(identify()).not.toBe(stolen)
    run(suspension)
    const { body } = await api().get(`/agents/${stolen}/verify`, settings['SVC_API_KEY'])
    expect(body).toMatchObject({ valid: false })
  })

  it('replace an API key, and show what it did', async () => {
    const stolen = json<{ key_id: string; api_key: string }>(
      'svc-registry api-key create --org "$ORG" --name stolen',
    )
    settings['KEY_ID'] = stolen.key_id
    await api().post(`/workspaces/${settings['SVC_WORKSPACE_ID']}/install-tokens`, stolen.api_key, {
      agent_id: settings['SVC_ID'],
    })
    expect(run(apiKey).trim().split('\n').at(-1)).toContain(settings['KEY_ID'])
    const refused = await api().get('/agents/search?q=reader', stolen.api_key)
    expect(refused.status).toBe(401)
  })

  it('revoke an installation and an install token', async () => {
    const { items } = json<{ items: { installation_id: string }[] }>(
      'svc-registry installation list --org "$ORG"',
    )
    settings['INSTALLATION_ID'] = items[0]!.installation_id
    const { body } = await api().post(
      `/workspaces/${settings['SVC_WORKSPACE_ID']}/install-tokens`,
      settings['SVC_API_KEY'],
      { agent_id: json<{ svc_id: string }>('svc-agent id').svc_id },
    )
    settings['TOKEN_ID'] = body['token_id']
    expect(run(tokens)).toContain('"status":"revoked"')
    const used = await api().post('/installations/bootstrap', '', { install_token: body['token'] })
    expect(used.status).toBe(401)
  })

  it('begin again with another witness, which cosigns', async () => {
    const port = await freePort()
    const printed = await witness.start(`${here(witnessKey!)} --port ${port}`, /Key +(\S+)/)
    settings['WITNESS_KEY'] = /Key +(\S+)/.exec(printed)![1]!
    settings['WITNESS_URL'] = `http://127.0.0.1:${port}`
    await platform.interrupt()
    await platform.start(here(newWitness!), /API +http/)
    const checkpoint = async () =>
      (await fetch(settings['SVC_PLATFORM_URL']!.replace('/api/v1', '/log/checkpoint'))).text()
    await expect.poll(checkpoint, POLLING).toContain('\u2014 witness.example.com/w2 ')
  })

  it('find what was deleted from the database, and restore a backup', async () => {
    shell.run(here('svc-registry backup --to /backups/registry.backup'))
    await platform.interrupt()
    const compare = here(database!).replace(
      '--log-key "$LOG_VKEY"',
      ['"$LOG_VKEY"', ...formerLogKeys, '"$(cat logs.txt)"']
        .map((key) => `--log-key ${key}`)
        .join(' '),
    )
    expect(shell.run(compare)).toContain('intact')
    const opened = await openDatabase(settings['SVC_STORE']!)
    await opened.transact(async (tx) => {
      const chain = settings['ORG']!
      const head = (await tx.audit_heads.get({ chain }))!
      const last = (await tx.audit_log.get({ chain, sequence: head.sequence - 1 }))!
      await tx.audit_log.delete({ chain, sequence: head.sequence })
      await tx.audit_heads.update({ chain }, { sequence: last.sequence, hash: last.hash })
    })
    await opened.close()
    expect(shell.run('svc-registry audit verify')).toContain('intact')
    expect(shell.run(`(${compare.split('\n')[0]}) || true`)).toContain(
      `The chain of ${settings['ORG']} was truncated: record `,
    )
    expect(run(restore)).toContain('audit chains')
  })
})

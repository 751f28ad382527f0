import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts'
import { newFolder } from '../../kit/folder.ts'
import { runCommand } from './cli.ts'

describe('svc-agent audit head', () => {
  let sandbox: Sandbox
  let logKey: string
  const origin = () => new URL(sandbox.info.base_url).origin
  const acme = () => sandbox.info.organizations.find(({ plan }) => plan === 'enterprise')!
  const env = () => ({ SVC_PLATFORM_URL: origin(), SVC_API_KEY: acme().api_key })
  const post = (url: string, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'X-API-Key': acme().api_key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const advance = () => post(sandbox.info.clock_url, { advance_seconds: 600 })
  const run = (...argv: string[]) => runCommand(['audit', 'head', ...argv], env())
  const createWorkspace = (name: string) =>
    post(`${sandbox.info.base_url}/orgs/${acme().organization_id}/workspaces`, { name })
  beforeAll(async () => {
    sandbox = await startSandbox(0, 'silent')
    logKey = (await (await fetch(`${origin()}/log/key`)).text()).trim()
    await createWorkspace('One')
    await advance()
  })
  afterAll(() => sandbox.serving.stop())

  it('verifies the head with the key of the log, and that the chain only grew', async () => {
    const first = await run('--log-key', logKey, '--json')
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.json()).toMatchObject({ verdict: { kind: 'proved' }, growth: null })
    const file = join(newFolder(), 'head.json')
    writeFileSync(file, first.out)
    await createWorkspace('Two')
    await advance()
    const later = await run('--log-key', logKey, '--since', file)
    expect(later.code).toBe(0)
    expect(later.out).toContain('contains this head')
    expect(later.out).toContain('the chain only grew, by 1 record')
    const forged = first.json()
    forged.head.hash = 'f'.repeat(64)
    writeFileSync(file, JSON.stringify(forged))
    const broken = await run('--since', file)
    expect(broken.code).toBe(1)
    expect(broken.out).toContain('the chain was truncated or changed: record')
    expect(broken.out).toContain('not verified: --log-key is missing')
  })

  it('describes in its help what its flags mean for an audit log', async () => {
    const { out } = await runCommand(['audit', 'head', '--help'])
    expect(out).toContain('Identifier of the organization whose audit log is read')
    expect(out).toContain('the commitment is not verified')
  })

  it('reads the log of the platform where the agent in --dir is installed', async () => {
    const dir = newFolder()
    const stored = { format: 1, platform_url: sandbox.info.base_url, agent_id: 'a' }
    writeFileSync(join(dir, 'svc.credentials'), JSON.stringify(stored))
    const { SVC_API_KEY } = env()
    expect(await runCommand(['audit', 'head', '--dir', dir], { SVC_API_KEY })).toMatchObject({
      code: 0,
      out: expect.stringContaining('not verified: --log-key is missing') as string,
    })
  })

  it('accepts several keys of the log, and accepts a retired one only for its period', async () => {
    const other = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
    expect((await run('--log-key', other, '--log-key', logKey)).code).toBe(0)
    expect((await run('--log-key', `${logKey}@2999-01-01T00:00:00Z`)).code).toBe(0)
    const retired = await run('--log-key', other, '--log-key', `${logKey}@2020-01-01T00:00:00Z`)
    expect(retired.code).toBe(1)
    expect(retired.out).toContain('the log did not sign this')
  })

  it('rejects the key of another log and malformed input, and reports a missing cosignature', async () => {
    const other = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
    const refused = await run('--log-key', other)
    expect(refused.code).toBe(1)
    expect(refused.out).toContain('the log did not sign this')
    expect((await run('--log-key', 'nonsense')).err).toContain('This is not a verifier key')
    const malformed = await run('--log-key', `${logKey}@soon`)
    expect(malformed.err).toContain('This is not a date: soon')
    const missing = await run('--since', join(newFolder(), 'none.json'))
    expect(missing.err).toContain('is not the output of `audit head --json`')
    expect((await run('--log-key', logKey, '--witness', other)).out).toContain(
      'a witness has not cosigned it',
    )
  })
})

import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'
import { startAgent, runCommand } from './cli.ts'
import { until } from '../../kit/bounds.ts'
import { newFolder } from '../../kit/folder.ts'

const health = async (url: string) =>
  (await fetch(`${url}/health`)).json() as Promise<{ mode: string; status: string }>

/** Starts a sandbox on a real socket, and returns the variables for commands, and functions that send requests to it and stop it. */
async function sandbox() {
  const { info, serving } = await startSandbox(0, 'silent')
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= serving.stop())
  onTestFinished(stop)
  const { api_key, workspace_id, organization_id } = info.organizations.find(
    ({ plan }) => plan === 'enterprise',
  )!
  const env = {
    SVC_PLATFORM_URL: info.base_url,
    SVC_API_KEY: api_key,
    SVC_WORKSPACE_ID: workspace_id,
    SVC_ORGANIZATION_ID: organization_id,
    SVC_ISSUER: info.issuer,
  }
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(info.base_url + path, {
      method,
      headers: { 'X-API-Key': api_key, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json() as Promise<Record<string, unknown>>
  }
  return { env, ask, stop }
}

describe('from an empty folder', () => {
  it('init and run are enough for an agent that answers a call, without a platform', async () => {
    const dir = newFolder()
    expect((await runCommand(['init', '--dir', dir])).code).toBe(0)
    const { ready, child, ended } = await startAgent(dir, ['--port', '0'])
    expect(ready).toMatchObject({
      mode: 'degraded',
      reason: 'not_installed',
      skills: ['greet', 'count_words'],
    })
    expect((await runCommand(['call', ready.url, 'greet', '--text', 'Ada'])).out).toBe(
      'Hello, Ada!',
    )
    expect(
      (await runCommand(['call', ready.url, 'count_words', '--text', 'a b c', '--json'])).json(),
    ).toMatchObject({ status: 'completed', result: { words: 3 } })
    expect(await health(ready.url)).toMatchObject({ mode: 'degraded', status: 'ok' })
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('run --register registers and installs the agent, and only once', async () => {
    const dir = newFolder()
    const { env } = await sandbox()
    await runCommand(['init', '--dir', dir])
    const { SVC_API_KEY, ...others } = env
    const first = await startAgent(
      dir,
      ['--port', '0', '--register', '--api-key', SVC_API_KEY],
      others,
    )
    expect(first.ready).toMatchObject({ mode: 'running', reason: '' })
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    // Without an organization and a key it could neither register nor install again.
    const second = await startAgent(dir, ['--port', '0', '--register'], {
      SVC_PLATFORM_URL: env.SVC_PLATFORM_URL,
    })
    expect(second.ready).toMatchObject({
      mode: 'running',
      installation_id: first.ready.installation_id,
    })
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  it('register, install and run bring the agent online', async () => {
    const dir = newFolder()
    const { env, ask } = await sandbox()
    await runCommand(['init', '--dir', dir, '--name', 'Quick one'])

    const registered = (await runCommand(['register', '--dir', dir, '--json'], env)).json()
    expect(registered).toMatchObject({
      already: false,
      verification_status: 'verified',
      name: 'Quick one',
    })
    const installed = (await runCommand(['install', '--dir', dir, '--json'], env)).json()
    expect(installed.installation_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(statSync(join(dir, 'svc.credentials')).mode & 0o777).toBe(0o600)

    // The credentials contain platform and workspace, so run needs neither key nor address.
    const { ready, child, ended, log } = await startAgent(dir, ['--port', '0', '--heartbeat', '5'])
    expect(ready).toMatchObject({
      mode: 'running',
      reason: '',
      installation_id: installed.installation_id,
    })
    expect(await health(ready.url)).toMatchObject({ mode: 'running' })
    const status = (
      await runCommand(['status', '--dir', dir, '--url', ready.url, '--json'], {})
    ).json()
    expect(status).toMatchObject({
      serving: { reachable: true, mode: 'running' },
      platform: { state: 'registered', verification_status: 'verified', reputation: 50 },
      installation: { installation_id: installed.installation_id },
    })
    expect(await ask('GET', `/agents/${ready.svc_id}/verify`)).toMatchObject({ valid: true })
    const card = (await (await fetch(`${ready.url}/.well-known/agent.json`)).json()) as Record<
      string,
      unknown
    >
    await until(
      async () =>
        (
          (await (await fetch(`${ready.url}/.well-known/agent.json`)).json()) as Record<
            string,
            unknown
          >
        )['verification_status'] === 'verified',
      'the card never says that the agent is verified',
    )
    expect(card).toMatchObject({ svc_id: ready.svc_id, capabilities: ['greet', 'count_words'] })

    const caller = newFolder()
    await runCommand(['init', '--dir', caller, '--name', 'Caller'])
    const signed = [
      'call',
      ready.url,
      'greet',
      '--text',
      'Eve',
      '--signed',
      '--agent',
      ready.svc_id,
      '--dir',
      caller,
      '--json',
    ]
    expect((await runCommand(signed, env)).json()).toMatchObject({
      status: 'failed',
      error: { code: expect.stringMatching(/unauthorized|forbidden/) },
    })
    await runCommand(['register', '--dir', caller], env)
    expect((await runCommand(signed, env)).json()).toMatchObject({
      status: 'completed',
      result: { text: 'Hello, Eve!' },
      answerer: { signature: 'verified' },
    })

    await ask('POST', `/installations/${installed.installation_id}/revoke`, {
      reason: 'end of test',
      shutdown_timeout_ms: 60_000,
    })
    expect(await ended).toBe(0)
    expect(log.filter((line) => line.includes('"level":"error"'))).toEqual([])
    expect(child.exitCode).toBe(0)
    // A restart reports why the agent does not run.
    await expect(startAgent(dir, ['--port', '0'])).rejects.toThrow(
      /run ended with 1: .*install --again/,
    )
  })

  it('capabilities given to run override those of the manifest', async () => {
    const dir = newFolder()
    await runCommand(['init', '--dir', dir])
    const { ready } = await startAgent(dir, ['--port', '0', '--capabilities', 'greet'])
    expect(ready.capabilities).toEqual(['greet'])
  })

  it('run serves in degraded mode while the platform that would exchange its install token is unavailable', async () => {
    const dir = newFolder()
    await runCommand(['init', '--dir', dir])
    const { ready, log } = await startAgent(dir, [
      '--port',
      '0',
      '--token',
      'skt_nonsense',
      '--platform',
      'http://127.0.0.1:59321',
    ])
    expect(ready).toMatchObject({ mode: 'degraded', reason: 'bootstrapping' })
    expect((await runCommand(['call', ready.url, 'greet', '--text', 'Ada'])).out).toBe(
      'Hello, Ada!',
    )
    expect(log.some((line) => line.includes('trying again'))).toBe(true)
  })

  it('run stops gracefully on Ctrl-C while its platform is unavailable', async () => {
    const dir = newFolder()
    const { env, stop } = await sandbox()
    await runCommand(['init', '--dir', dir])
    await runCommand(['register', '--dir', dir], env)
    await runCommand(['install', '--dir', dir], env)
    await stop()
    const { child, ended } = await startAgent(dir, ['--port', '0'])
    child.kill('SIGINT')
    expect(await ended).toBe(0)
  })

  it('run ends even if a skill keeps the process alive', async () => {
    const dir = newFolder()
    await runCommand(['init', '--dir', dir])
    writeFileSync(
      join(dir, 'skills.mjs'),
      'setInterval(() => {}, 1000)\nexport const skills = { greet: () => "hi", count_words: () => ({ words: 0 }) }\n',
    )
    const { child, ended } = await startAgent(dir, ['--port', '0'])
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('run reports a damaged credentials file and does not change it', async () => {
    const dir = newFolder()
    await runCommand(['init', '--dir', dir])
    writeFileSync(join(dir, 'svc.credentials'), '{"format":1,"cur', { mode: 0o600 })
    const { ready, log } = await startAgent(dir, ['--port', '0'], {
      SVC_API_KEY: 'sk_live_x',
      SVC_WORKSPACE_ID: 'ws_x',
    })
    expect(ready).toMatchObject({ mode: 'degraded', reason: 'no_credentials' })
    expect(log.join()).toContain(
      'cannot be parsed; the file is renamed before new credentials are written',
    )
    expect(readFileSync(join(dir, 'svc.credentials'), 'utf8')).toBe('{"format":1,"cur')
  })

  it('run does not take over the installation of an agent whose manifest and key were copied into another folder', async () => {
    const { env } = await sandbox()
    const [old, fresh] = [newFolder(), newFolder()]
    await runCommand(['init', '--dir', fresh, '--name', 'Version two'])
    await runCommand(['register', '--dir', fresh], env)
    await runCommand(['install', '--dir', fresh], env)
    const elsewhere = await startAgent(fresh, ['--port', '0'])
    await runCommand(['init', '--dir', old, '--name', 'Version one'])
    await runCommand(['register', '--dir', old], env)
    await runCommand(['install', '--dir', old], env)
    for (const file of ['svc.yml', 'svc.key']) copyFileSync(join(fresh, file), join(old, file))
    const { ready } = await startAgent(old, ['--port', '0'], env)
    expect(ready).toMatchObject({
      mode: 'degraded',
      reason: 'no_credentials',
      svc_id: elsewhere.ready.svc_id,
    })
    expect(await health(elsewhere.ready.url)).toMatchObject({ mode: 'running' })
  })

  it('run stops gracefully on Ctrl-C while it is online', async () => {
    const dir = newFolder()
    const { env } = await sandbox()
    await runCommand(['init', '--dir', dir])
    await runCommand(['register', '--dir', dir], env)
    await runCommand(['install', '--dir', dir], env)
    const { ready, child, ended, log } = await startAgent(dir, ['--port', '0'])
    expect(ready.mode).toBe('running')
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(log.filter((line) => !line.includes('a2a.upstream_url'))).toEqual([])
  })
})

import { existsSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { client } from './client.ts'
import { SLOW_TEST, runRegistry, startServe } from './process.ts'
import { newFolder } from '../kit/folder.ts'

const KEY = /sk_live_[A-Za-z0-9_-]{43}/

describe('serve on an empty store', SLOW_TEST, () => {
  it('writes the API key to a file of mode 0600 next to the store, and to no output', async () => {
    const path = join(newFolder(), 'data', 'registry.db')
    const { base_url, output, stop } = await startServe(`sqlite:${path}`)
    const file = `${path}.first-key`
    expect(output.stdout).toContain(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const key = KEY.exec(readFileSync(file, 'utf8'))![0]
    const [organization_id] = /org_[\w-]+/.exec(output.stdout)!
    const { status, body } = await client(base_url).get(`/orgs/${organization_id}/workspaces`, key)
    expect(status).toBe(200)
    expect(body['items']).toMatchObject([{ organization: { plan: 'enterprise' } }])
    const { code, stdout, stderr } = await stop()
    expect(code).toBe(0)
    expect(stdout + stderr).not.toMatch(KEY)
  })

  it('creates no organization on the second start', async () => {
    const store = `json:${join(newFolder(), 'store.json')}`
    await (await startServe(store)).stop()
    const { output } = await startServe(store)
    expect(output.stdout).not.toContain('The store was empty')
  })

  it('writes the key of a memory store to a temporary file that only this user can read', async () => {
    const { output } = await startServe('memory:')
    const [, file] = /in (\S+first-key)/.exec(output.stdout)!
    expect(statSync(file!).mode & 0o777).toBe(0o600)
    expect(readFileSync(file!, 'utf8')).toMatch(KEY)
  })
})

describe('an uncaught exception', SLOW_TEST, () => {
  it.each(['throw new Error("broken")', 'void Promise.reject(new Error("broken"))'])(
    'is logged and ends the process with exit code 1: %s',
    async (failing) => {
      const module = (name: string) =>
        JSON.stringify(new URL(`../../src/${name}`, import.meta.url).href)
      const code = `const { exitOnUncaughtException } = await import(${module('terminal/signals.ts')}), { createLogger } = await import(${module('app/log.ts')})
      exitOnUncaughtException(createLogger({ log_level: 'info' })); setInterval(() => undefined, 1000); setTimeout(() => { ${failing} })`
      const finished = await runRegistry(['-e', code], { script: '--input-type=module' })
      expect(finished).toMatchObject({ code: 1, stdout: '' })
      expect(JSON.parse(finished.stderr)).toMatchObject({
        level: 'fatal',
        err: { message: 'broken' },
      })
    },
  )
})

describe('serve', SLOW_TEST, () => {
  it('prints its addresses, logs JSON lines with request ids on stderr, and prints nothing else on stdout', async () => {
    const { base_url, output, stop } = await startServe('memory:')
    expect(base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    expect(output.stdout).toMatch(/is ready[^]*Store +memory:\n[^]*Mail +not configured/)
    const before = output.stdout
    const { headers } = await client(base_url).get('/nowhere')
    const { stdout, stderr } = await stop()
    expect(stdout).toBe(before)
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'info',
        request_id: headers.get('x-request-id'),
        status: 404,
      }),
    )
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: expect.stringContaining('SVC_SMTP_URL') }),
    )
  })

  it('serves health checks, and none of the routes of a sandbox', async () => {
    const { base_url } = await startServe('memory:')
    for (const path of ['/healthz', '/readyz'])
      expect((await fetch(new URL(path, base_url))).status).toBe(200)
    expect((await fetch(new URL('/metrics', base_url))).status).toBe(404)
    for (const path of [
      '/_sandbox',
      '/_sandbox/clock',
      '/_sandbox/secret/clock',
      '/_sandbox/secret/mail',
      '/api/v1/_sandbox/clock',
    ]) {
      expect((await fetch(new URL(path, base_url))).status).toBe(404)
      expect(
        (await fetch(new URL(path, base_url), { method: 'POST', body: '{"advance_seconds": 60}' }))
          .status,
      ).toBe(404)
    }
  })

  it('serves metrics on a separate port', async () => {
    const { output, base_url } = await startServe('memory:', { env: { SVC_METRICS_PORT: '0' } })
    const url = /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(output.stdout)![0]
    expect(await (await fetch(url)).text()).toContain('svc_anonymous_body_bytes 0')
    expect((await fetch(new URL('/metrics', base_url))).status).toBe(404)
    expect((await fetch(new URL('/api/v1/openapi.json', url))).status).toBe(404)
  })

  it('reads settings from the environment, and flags take precedence', async () => {
    const path = join(newFolder(), 'store.json')
    const { output } = await startServe(`json:${path}`, {
      env: {
        SVC_STORE: 'memory:',
        SVC_PUBLIC_URL: 'https://agents.example.com/',
        SVC_SMTP_URL: 'smtp://localhost:1',
        SVC_MAIL_FROM: 'registry@example.com',
      },
    })
    expect(output.stdout).toContain('https://agents.example.com/api/v1')
    expect(output.stdout).toContain(`json:${path}`)
    expect(output.stdout).toMatch(/Mail +from registry@example\.com/)
    expect(existsSync(path)).toBe(true)
  })

  it('exits with code 0 on SIGTERM and on SIGINT, even when the signal arrives twice at once, as it does under npm', async () => {
    const [one, two] = [await startServe('memory:'), await startServe('memory:')]
    two.child.kill('SIGINT')
    expect((await one.stop('SIGTERM')).code).toBe(0)
    expect((await two.stop('SIGINT')).code).toBe(0)
  })

  it('is not ended by SIGHUP, which a service manager sends to reload', async () => {
    const { base_url, child, output } = await startServe('memory:')
    child.kill('SIGHUP')
    await expect.poll(() => output.stderr).toContain('SIGHUP has no effect without workers')
    expect((await fetch(new URL('/healthz', base_url))).status).toBe(200)
  })

  it('exits at once on a second signal while it is still waiting for a request', async () => {
    const { base_url, child, finished, output } = await startServe('memory:')
    const { hostname, port } = new URL(base_url)
    const hanging = request({
      hostname,
      port,
      method: 'POST',
      path: '/api/v1/installations/bootstrap',
      headers: { 'Content-Type': 'application/json', 'Content-Length': 100 },
    })
    hanging.on('error', () => undefined).write('{')
    await expect.poll(() => output.stderr).toContain('no mail server')
    await new Promise((resolve) => setTimeout(resolve, 200))
    child.kill('SIGTERM')
    await expect.poll(() => output.stderr).toContain('stopping')
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(child.exitCode).toBeNull()
    child.kill('SIGTERM')
    expect((await finished).code).toBe(143)
  })
})

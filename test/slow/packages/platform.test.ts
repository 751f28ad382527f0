import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findNode } from '../../../conformance/test/support/nodes.ts'
import { eventually } from '../../kit/bounds.ts'
import { blocksOf, freePort } from '../shell.ts'
import { expectPublishable, install, type Installed } from './installed.ts'

const [installing, serve, register, sandbox, ...others] = blocksOf('packages/platform/README.md')
const { dependencies: pinned } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
}

describe('the package svc-registry', () => {
  let platform: Installed
  let port: number
  /** Starts the sandbox and returns its facts. */
  const startSandbox = async () =>
    JSON.parse(
      await platform.shell.start(`${sandbox!} --json --port ${port}`, /sk_live_[^\n]*\n/),
    ) as { base_url: string; organizations: { plan: string; api_key: string }[] }

  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/build.ts', 'svc-registry'], { stdio: 'inherit' })
    platform = install('dist/svc-registry', installing!)
    port = await freePort()
  })
  afterEach(() => platform.shell.interrupt())
  afterAll(() => platform.shell.interrupt())

  it('contains what is needed at run time, and neither tests nor sources', () => {
    for (const needed of [
      'openapi.yaml',
      'a2a.openapi.yaml',
      'schemas/svc.schema.json',
      'generated/agent.json',
      'generated/platform.json',
      'dashboard/dist/index.html',
      'docs/agents.md',
      'README.md',
      'LICENSE',
    ])
      expect(platform.files).toContain(needed)
    expectPublishable(platform)
    expect(
      statSync(join(platform.home, 'node_modules/svc-registry/svc-registry.js')).mode & 0o111,
    ).not.toBe(0)
  })

  it('installs the dependencies of this repository at their versions', () => {
    expect(platform.manifest.dependencies).toEqual(pinned)
  })

  it('serves, registers an agent and verifies it, as its README shows', async () => {
    await platform.shell.start(`env SVC_PORT=${port} ${serve!}`, /is ready/)
    const key = readFileSync(join(platform.home, 'data/registry.db.first-key'), 'utf8').trim()
    const command = register!.replaceAll(':8080', `:${port}`).replace('sk_live_...', key)
    expect(platform.shell.run(command)).toContain('"valid":true')
    expect(others).toEqual([])
  })

  it('serves its own documentation', async () => {
    await startSandbox()
    for (const page of [
      '',
      '/guides/register',
      '/flows',
      '/changes',
      '/docs.css',
      '/docs.js',
      '/flows/register.arazzo.yaml',
      '/manuals/agents',
    ])
      expect((await fetch(`http://127.0.0.1:${port}/docs${page}`)).status, page).toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  })

  it('scans an image in a thread of its own', async () => {
    const { base_url, organizations } = await startSandbox()
    const { api_key } = organizations.find(({ plan }) => plan === 'enterprise')!
    const image = `${base_url}/images/acme%2Finvoice-reader:1.4.0`
    const headers = { 'X-API-Key': api_key }
    expect((await fetch(`${image}/scan`, { method: 'POST', headers })).status).toBe(202)
    await eventually(async () =>
      expect(await (await fetch(`${image}/scan-report`, { headers })).json()).toMatchObject({
        status: 'completed',
      }),
    )
  })

  it('prints its version and starts the sandbox', async () => {
    expect(platform.shell.run('svc-registry --version')).toMatch(/^\d/)
    expect(
      await platform.shell.start(`svc-registry sandbox --port ${await freePort()}`, /sk_live_/),
    ).toContain('enterprise')
  })

  it('names the Node that it needs on an older one', () => {
    const old = findNode(20)
    if (old === undefined) return expect(process.env['CI']).toBeUndefined()
    expect(
      spawnSync(old, ['node_modules/svc-registry/svc-registry.js', '--version'], {
        cwd: platform.home,
        encoding: 'utf8',
      }),
    ).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /svc-registry requires Node 22\.18 or newer, but this is Node 20\./,
      ),
    })
  })
})

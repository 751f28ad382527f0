import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findNode } from '../../../conformance/test/support/nodes.ts'
import { packPackage } from '../../../scripts/packages/installation.ts'
import { canBuildImage, writeImage } from '../../../scripts/release/image.ts'
import type { Manifest } from '../../../scripts/release/lock.ts'
import { installImageTools } from '../../ports/images/registry.ts'
import { installPackages } from '../../kit/debian.ts'
import { eventually, until } from '../../kit/bounds.ts'
import { newFolder } from '../../kit/folder.ts'
import { IS_COMPLETE } from '../../kit/samples.ts'
import { isToolMissing } from '../../kit/tools.ts'
import { freePort } from '../../kit/port.ts'
import { blocksOf } from '../shell.ts'
import { adapted, newCertificate } from '../deploy/proxy.ts'
import { newServer, runStatement } from '../../postgres/server.ts'
import { expectPublishable, install, type Installed } from './installed.ts'
import { stepsOf } from '../../kit/console.ts'
import { openSession } from './session.ts'

installPackages(['promtool', 'haproxy'], ['prometheus', 'haproxy'])

const [installing, serve, register, sandbox, ...others] = blocksOf('packages/platform/README.md')
const { dependencies: pinned } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
}

describe('the package svc-registry', () => {
  let platform: Installed
  let port: number
  /** Starts the sandbox and returns the JSON that it prints. */
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

  describe.skipIf(isToolMissing('promtool'))('in the sessions of deploy/README.md', () => {
    const [alone, shared] = blocksOf('deploy/README.md', 'console').map(stepsOf)
    const monitoring = (file: string) => readFileSync(join('deploy/monitoring', file), 'utf8')
    /** Creates a folder with the samples of deploy/monitoring, which scrape every second. */
    const newSession = async (ports: readonly number[], targets: string) => {
      const at = newFolder('session')
      const session = await openSession(platform.shell, ports)
      const scraped = adapted(monitoring('prometheus.yaml'), [
        [/targets: .*/, `targets: [${session.withSessionPorts(targets)}]`],
        [/15s([^]*)15s/, '1s$11s'],
      ])
      writeFileSync(join(at, 'alerts.yaml'), monitoring('alerts.yaml'))
      writeFileSync(join(at, 'prometheus.yaml'), scraped)
      return { at, ...session }
    }

    it('is served, monitored and backed up on one machine', async () => {
      const { at, withSessionPorts, run } = await newSession([8080, 9464, 9090], "'127.0.0.1:9464'")
      expect(alone).toHaveLength(12)
      const enter = `cd '${at}'; export SVC_PORT=8080 SVC_STORE=sqlite:registry.db SVC_METRICS_PORT=9464`
      await run(alone!.slice(2), withSessionPorts(enter))
    })

    it.skipIf(isToolMissing('haproxy') || isToolMissing('openssl'))(
      'is served by two processes on PostgreSQL behind a proxy, even after one of them has ended',
      async () => {
        const ports = [8080, 8081, 8443, 9464, 9465, 9090]
        const targets = "'127.0.0.1:9464', '127.0.0.1:9465'"
        const { at, withSessionPorts, run } = await newSession(ports, targets)
        const { certificate, both } = newCertificate()
        const proxy = adapted(readFileSync('deploy/proxies/haproxy.cfg', 'utf8'), [
          [/ +bind :80\n/, ''],
          [/bind :443 ssl crt \S+/, withSessionPorts(`bind 127.0.0.1:8443 ssl crt ${both}`)],
          [/10\.0\.0\.11:8080/, withSessionPorts('127.0.0.1:8080')],
          [/10\.0\.0\.12:8080/, withSessionPorts('127.0.0.1:8081')],
        ])
        writeFileSync(join(at, 'haproxy.cfg'), proxy)
        writeFileSync(join(at, 'ca.pem'), readFileSync(certificate))
        const server = await newServer()
        await runStatement(server.address('postgres'), 'create database registry')
        expect(shared).toHaveLength(17)
        const settings = `SVC_STORE=${server.address('registry')} SVC_MASTER_KEY_FILE=master-key SVC_TRUST_PROXY=loopback`
        try {
          await run(shared!.slice(1), `cd '${at}'; export ${settings}`)
        } finally {
          await platform.shell.interrupt()
          await server.remove()
        }
      },
    )
  })

  it('reports the Node version that it requires on an older one', () => {
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

if (IS_COMPLETE) installImageTools()

// Packing and unpacking the image takes a minute, so only `npm run test:complete` does it.
const describeImage = IS_COMPLETE
  ? describe.skipIf(isToolMissing('images') || !canBuildImage() || process.getuid?.() !== 0)
  : () => undefined
describeImage('the image of svc-registry', () => {
  let root: string
  let config: { config: { User: string; Entrypoint: string[]; Cmd: string[]; Volumes: object } }
  let started: ChildProcess | undefined
  afterAll(() => started?.kill('SIGKILL'))

  it('is an archive that third-party tools read', async () => {
    const folder = newFolder('image')
    const { tarball } = packPackage('dist/svc-registry', folder)
    const manifest = JSON.parse(readFileSync('dist/svc-registry/package.json', 'utf8')) as Manifest
    const made_at = new Date('2026-01-02T03:04:05Z')
    const options = { tarball, manifest, root: '.', commit: 'c0ffee', made_at, into: folder }
    const { file: archive, contents } = await writeImage(options)
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd: folder, encoding: 'utf8' })
    config = JSON.parse(run('skopeo', 'inspect', '--config', `oci-archive:${archive}`))
    run('skopeo', 'copy', '--quiet', `oci-archive:${archive}`, 'oci:layout:tag')
    run('umoci', 'unpack', '--image', 'layout:tag', 'bundle')
    root = join(folder, 'bundle/rootfs')
    expect(contents.map(({ uri }) => uri.split('@')[0])).toEqual([
      'pkg:deb/debian/libc6',
      'pkg:deb/debian/libgcc-s1',
      'pkg:deb/debian/libstdc++6',
      'pkg:generic/node',
    ])
    const version = execFileSync('node_modules/node/bin/node', ['--version'], { encoding: 'utf8' })
    expect(contents.at(-1)!.uri).toBe(`pkg:generic/node@${version.trim().slice(1)}`)
    expect(config).toMatchObject({ created: '2026-01-02T03:04:05Z', os: 'linux' })
  })

  it('runs as an unprivileged user, and has no shell and no package manager', () => {
    expect(config.config).toMatchObject({
      User: '10001:10001',
      Entrypoint: ['/usr/bin/node', '/app/svc-registry.js'],
      Cmd: ['serve'],
      Volumes: { '/var/lib/svc-registry': {} },
    })
    expect(readdirSync(join(root, 'usr/bin'))).toEqual(['node', 'svc-registry'])
    expect(existsSync(join(root, 'bin'))).toBe(false)
  })

  it('has the dependencies at the versions of this repository, direct or not', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { version: string }>
    }
    const installed = globSync('app/node_modules/{*,@*/*}/package.json', { cwd: root })
    expect(installed.length).toBeGreaterThan(100)
    for (const file of installed) {
      const { version } = JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest
      expect(version, file).toBe(
        packages[file.replace('app/', '').replace('/package.json', '')]?.version,
      )
    }
  })

  it('has the command svc-registry', () => {
    const run = (...args: string[]) =>
      execFileSync('chroot', ['--userspec=10001:10001', root, ...args], { encoding: 'utf8' })
    expect(run('/usr/bin/svc-registry', '--version')).toMatch(/^\d/)
    expect(run('/usr/bin/svc-registry', 'key', 'generate')).toMatch(/^[0-9a-f]{64}\n$/)
  })

  it('serves when everything but its volume is owned by another user', async () => {
    const port = await freePort()
    const program = `process.chdir('/var/lib/svc-registry'); process.argv.splice(1, 0, '/app/svc-registry.js'); await import('/app/svc-registry.js')`
    started = spawn(
      'chroot',
      [
        '--userspec=10001:10001',
        root,
        '/usr/bin/node',
        '--input-type=module',
        '-e',
        program,
      ].concat('--', 'serve', '--port', String(port)),
      { env: { PATH: '/usr/bin:/usr/sbin:/sbin:/bin' }, stdio: 'ignore' },
    )
    await until(
      () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok),
      'the platform is not ready',
    )
    expect(readdirSync(join(root, 'var/lib/svc-registry'))).toEqual(['data'])
    started.kill('SIGTERM')
    const [code] = (await once(started, 'exit')) as [number]
    expect(code).toBe(0)
  })
})

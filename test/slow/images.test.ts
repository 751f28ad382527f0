import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAdvisory } from '../../src/domain/images/advisory.ts'
import { registryImages } from '../../src/ports/images/registry-images.ts'
import { runInProcess } from '../commands/run-in-process.ts'
import { startPlatform, type TestOrganization, type TestPlatform } from '../http/platform.ts'
import { isToolMissing } from '../kit/tools.ts'
import {
  installImageTools,
  pushImage,
  startRegistry,
  type ImageSpec,
  type RunningRegistry,
} from '../ports/images/registry.ts'
import { newFolder } from '../kit/folder.ts'

installImageTools()

const SECRET = 'hunter2-but-longer'
const stanza = (name: string, version: string, source: string) =>
  `Package: ${name}\nStatus: install ok installed\nArchitecture: amd64\nSource: ${source}\nVersion: ${version}\n\n`
/** A small Debian image with typical mistakes: a key that a later layer removes, a password in ENV, old packages, the root user. */
const WITH_PROBLEMS: ImageSpec = {
  layers: [
    {
      'etc/os-release':
        'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n',
      'var/lib/dpkg/status':
        stanza('libssl3', '3.0.11-1~deb12u2', 'openssl') +
        stanza('zlib1g', '1:1.2.13.dfsg-1', 'zlib'),
      'root/.ssh/id_rsa': `-----BEGIN ${'PRIVATE'} KEY-----\nMIIEvQIBADANBg\n`,
      'usr/bin/su': { content: 'x', mode: 0o4755 },
      'app/node_modules/left-pad/package.json': '{"name":"left-pad","version":"1.0.0"}',
    },
    {
      'root/.ssh/id_rsa': null,
      'app/node_modules/left-pad': null,
      'app/node_modules/lodash/package.json': '{"name":"lodash","version":"4.17.20"}',
      'usr/lib/python3/dist-packages/Jinja2-3.1.2.dist-info/METADATA':
        'Metadata-Version: 2.1\nName: Jinja2\nVersion: 3.1.2\n\nText\n',
    },
  ],
  config: ['--config.env', `DB_PASSWORD=${SECRET}`],
}
const WITHOUT_PROBLEMS: ImageSpec = {
  layers: [
    {
      'etc/os-release': 'ID=alpine\nVERSION_ID=3.20.3\n',
      'lib/apk/db/installed': 'P:musl\nV:1.2.5-r0\nA:x86_64\no:musl\n\n',
    },
  ],
  config: ['--config.user', '1000'],
}

const osv = (id: string, ecosystem: string, name: string, events: object[], more: object = {}) => ({
  id,
  modified: '2026-03-01T00:00:00Z',
  summary: `Planted in ${name}`,
  affected: [{ package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events }] }],
  ...more,
})
const PLANTED = [
  osv(
    'DEBIAN-CVE-2023-5678',
    'Debian:12',
    'openssl',
    [{ introduced: '0' }, { fixed: '3.0.13-1~deb12u1' }],
    { severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }] },
  ),
  osv('GHSA-35jh-r3h4-6jhm', 'npm', 'lodash', [{ introduced: '0' }, { fixed: '4.17.21' }], {
    database_specific: { severity: 'HIGH' },
  }),
  osv('GHSA-h5c8-rqwp-cp95', 'PyPI', 'jinja2', [{ introduced: '0' }, { fixed: '3.1.3' }], {
    database_specific: { severity: 'MODERATE' },
  }),
  osv('ALPINE-CVE-2025-1', 'Alpine:v3.20', 'musl', [{ introduced: '0' }, { fixed: '1.2.4-r9' }]),
]
const path = (ref: string, action: string) => `/images/${encodeURIComponent(ref)}/${action}`

describe.skipIf(isToolMissing('images'))('images in a real image registry', () => {
  let registry: RunningRegistry
  let platform: TestPlatform
  let acme: TestOrganization
  beforeAll(async () => {
    registry = await startRegistry()
    pushImage(registry, 'acme/careless:1.0.0', WITH_PROBLEMS)
    pushImage(registry, 'acme/sound:1.0.0', WITHOUT_PROBLEMS)
    const namespaces: Record<string, string[]> = {}
    const settings = {
      registries: [
        { host: registry.host, url: registry.url, credentials: null, auth_hosts: [], namespaces },
      ],
      scanner: null,
    }
    platform = await startPlatform(
      {},
      { images: registryImages(settings, { http: false, allow: [] }) },
    )
    acme = await platform.organization('free', 'Acme')
    namespaces['acme'] = [acme.organization_id]
    await platform.store.importAdvisories(platform.context(), {
      read: PLANTED.map(readAdvisory).filter((read) => read.kind !== 'unreadable'),
    })
  })
  afterAll(() => registry?.stop())
  const scan = async (ref: string) => {
    const requested = await acme.api.post(path(ref, 'scan'))
    expect(requested.status).toBe(202)
    await platform.runUntilIdle()
    return (await acme.api.get(path(ref, 'scan-report'))).body
  }

  it('have a report that shows vulnerabilities, a key that a layer removed, a password and the root user, but no secret', async () => {
    const report = await scan('acme/careless:1.0.0')
    const digest = execFileSync(
      'skopeo',
      [
        'inspect',
        '--tls-verify=false',
        '--format',
        '{{.Digest}}',
        `docker://${registry.host}/acme/careless:1.0.0`,
      ],
      { encoding: 'utf8' },
    ).trim()
    expect(report).toMatchObject({
      status: 'completed',
      digest,
      image: { os: 'Debian GNU/Linux 12 (bookworm)', platform: 'linux/amd64', layers: 2 },
      database: { name: 'OSV', advisories: 4 },
    })
    expect(report.coverage).toEqual([
      { ecosystem: 'Debian:12', packages: 2, assessed: 2 },
      { ecosystem: 'PyPI', packages: 1, assessed: 1 },
      { ecosystem: 'npm', packages: 1, assessed: 1 },
    ])
    const findings = report.findings.map(
      ({
        id,
        severity,
        location,
        package: found,
      }: {
        id: string
        severity: string
        location: string
        package?: { name: string }
      }) => `${severity} ${id} ${found?.name ?? location}`,
    )
    expect(findings).toEqual([
      'critical DEBIAN-CVE-2023-5678 libssl3',
      'critical PRIVATE_KEY root/.ssh/id_rsa',
      'high GHSA-35jh-r3h4-6jhm lodash',
      'high RUNS_AS_ROOT config.User',
      'high SECRET_IN_ENV config.Env.DB_PASSWORD',
      'medium GHSA-h5c8-rqwp-cp95 jinja2',
      'low MUTABLE_TAG reference',
      'low NO_HEALTHCHECK config.Healthcheck',
      'low SETUID_FILE usr/bin/su',
    ])
    expect(JSON.stringify([report, (await platform.rows())['image_reports']])).not.toContain(SECRET)
    expect(platform.log.join('')).not.toContain(SECRET)
    const sbom = (await acme.api.get(path('acme/careless:1.0.0', 'sbom'))).body
    expect(sbom.components.map(({ purl }: { purl: string }) => purl)).toEqual([
      'pkg:deb/debian/libssl3@3.0.11-1~deb12u2?arch=amd64&distro=debian-12',
      'pkg:deb/debian/zlib1g@1:1.2.13.dfsg-1?arch=amd64&distro=debian-12',
      'pkg:pypi/jinja2@3.1.2',
      'pkg:npm/lodash@4.17.20',
    ])
  })

  it('have a report without vulnerabilities if their packages have fixed versions', async () => {
    const report = await scan('acme/sound:1.0.0')
    expect([
      report.status,
      report.coverage,
      report.findings.map(({ id }: { id: string }) => id),
    ]).toEqual([
      'completed',
      [{ ecosystem: 'Alpine:v3.20', packages: 1, assessed: 1 }],
      ['MUTABLE_TAG', 'NO_HEALTHCHECK'],
    ])
  })

  it('are scanned by digest', async () => {
    const { digest } = await scan('acme/sound:1.0.0')
    const report = await scan(`acme/sound@${digest}`)
    expect([report.digest, report.findings.map(({ id }: { id: string }) => id)]).toEqual([
      digest,
      ['NO_HEALTHCHECK'],
    ])
  })

  it('are scanned again when their tag has moved', async () => {
    pushImage(registry, 'acme/moving:1', WITHOUT_PROBLEMS)
    const before = await scan('acme/moving:1')
    pushImage(registry, 'acme/moving:1', { ...WITHOUT_PROBLEMS, config: ['--config.user', '0'] })
    const after = await scan('acme/moving:1')
    expect([before.digest === after.digest, after.findings[0].id]).toEqual([false, 'RUNS_AS_ROOT'])
  })

  it('that do not exist make the scan fail, and the report says why', async () =>
    expect((await scan('acme/nothing:1')).error.code).toBe('MANIFEST_NOT_FOUND'))

  it('with a layer that was changed on the disk of the image registry make the scan fail', async () => {
    pushImage(registry, 'acme/changed:1', { layers: [{ marker: 'only here' }] })
    const {
      body: { items },
    } = await acme.api.get('/images')
    expect(items.length).toBeGreaterThan(3)
    const blobs = join(registry.storage, 'docker/registry/v2/blobs/sha256')
    const layer = readdirSync(
      join(registry.storage, 'docker/registry/v2/repositories/acme/changed/_layers/sha256'),
    )
      .map((hex) => join(blobs, hex.slice(0, 2), hex, 'data'))
      .find((file) => readFileSync(file)[0] === 0x1f)!
    const bytes = readFileSync(layer)
    bytes[bytes.length - 1] = bytes.at(-1)! ^ 1
    writeFileSync(layer, bytes)
    expect((await scan('acme/changed:1')).error.code).toBe('DIGEST_MISMATCH')
  })

  it('of an index without linux/amd64 are scanned for the platform that it lists', async () => {
    const folder = newFolder('index')
    execFileSync(
      'skopeo',
      [
        'copy',
        '--insecure-policy',
        '--src-tls-verify=false',
        `docker://${registry.host}/acme/sound:1.0.0`,
        `dir:${folder}`,
      ],
      { stdio: 'pipe' },
    )
    const manifest = readFileSync(join(folder, 'manifest.json'))
    const { digest } = await scan('acme/sound:1.0.0')
    const type = 'application/vnd.oci.image.manifest.v1+json'
    const index = JSON.stringify({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.index.v1+json',
      manifests: [
        {
          mediaType: type,
          digest,
          size: manifest.length,
          platform: { os: 'linux', architecture: 'arm64', variant: 'v8' },
        },
      ],
    })
    const put = await fetch(`${registry.url}/v2/acme/sound/manifests/index`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/vnd.oci.image.index.v1+json' },
      body: index,
    })
    expect(put.status).toBe(201)
    const report = await scan('acme/sound:index')
    expect([report.status, report.image.platform, report.digest === digest]).toEqual([
      'completed',
      'linux/arm64/v8',
      false,
    ])
  })
})

describe.skipIf(isToolMissing('images'))('images in an image registry with a password', () => {
  const USER = { username: 'scanner', password: 'not-for-everybody' }
  let registry: RunningRegistry
  let env: Record<string, string>
  beforeAll(async () => {
    registry = await startRegistry(USER)
    pushImage(registry, 'acme/careless:1.0.0', WITH_PROBLEMS, USER)
    const folder = newFolder('images')
    for (const document of PLANTED)
      writeFileSync(join(folder, `${document.id}.json`), JSON.stringify(document))
    env = {
      SVC_STORE: `sqlite:${join(folder, 'store.db')}`,
      SVC_IMAGES_REGISTRY: registry.url,
      SVC_IMAGES_USERNAME: USER.username,
      SVC_IMAGES_PASSWORD: USER.password,
    }
    await runInProcess(['org', 'create', '--name', 'Acme'], env)
    const {
      items: [acme],
    } = JSON.parse((await runInProcess(['org', 'list', '--json'], env)).out) as {
      items: readonly { organization_id: string }[]
    }
    env['SVC_IMAGES_NAMESPACES'] = `acme=${acme!.organization_id}`
    expect(await runInProcess(['advisories', 'import', folder], env)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('Imported   4'),
    })
  })
  afterAll(() => registry?.stop())

  it('are scanned from the command line, which prints a report', async () => {
    const { code, out, err } = await runInProcess(['image', 'scan', 'acme/careless:1.0.0'], env)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('Findings: 2 critical, 3 high, 1 medium, 3 low')
    expect(out).toMatch(
      /^critical 9\.8 {2}DEBIAN-CVE-2023-5678 {2}libssl3 3\.0\.11-1~deb12u2 +3\.0\.13-1~deb12u1 {2}Planted in openssl$/m,
    )
    expect(out).toMatch(
      /^high +SECRET_IN_ENV +config\.Env\.DB_PASSWORD +- +A secret in the environment variable DB_PASSWORD$/m,
    )
    expect(out).not.toContain(SECRET)
    expect(await runInProcess(['image', 'report', 'acme/careless:1.0.0'], env)).toEqual({
      code,
      err,
      out,
    })
    expect(
      (await runInProcess(['image', 'report', 'acme/careless:1.0.0', '--fail-on', 'high'], env))
        .code,
    ).toBe(1)
    expect((await runInProcess(['image', 'list'], env)).out).toMatch(
      /^acme\/careless:1\.0\.0 +completed +2 +3 +1 +3 /m,
    )
  })

  it("are scanned by the operator's own scanner, which gets the digest and the password, without a shell", async () => {
    const script = join(newFolder('scanner'), 'scan.mjs')
    writeFileSync(
      script,
      `
      const [, , format, target] = process.argv
      if (format !== '--json;x' || process.env.TRIVY_PASSWORD !== ${JSON.stringify(USER.password)} || process.env.SVC_IMAGES_PASSWORD) process.exit(3)
      console.log(JSON.stringify({ SchemaVersion: 2, Results: [{ Target: target, Class: 'os-pkgs', Type: 'debian', Vulnerabilities: [{ VulnerabilityID: 'CVE-2099-0001', PkgName: 'zlib1g', InstalledVersion: '1', Severity: 'CRITICAL', Title: target }] }] }))`,
    )
    const scanner = `${process.execPath} ${script} --json;x`
    const { code, out } = await runInProcess(['image', 'scan', 'acme/careless:1.0.0', '--json'], {
      ...env,
      SVC_IMAGES_SCANNER: scanner,
    })
    const {
      report: { report },
    } = JSON.parse(out)
    expect([code, report.database.name]).toEqual([
      0,
      `OSV and ${process.execPath.split('/').at(-1)}`,
    ])
    expect(report.findings.find(({ id }: { id: string }) => id === 'CVE-2099-0001').title).toMatch(
      new RegExp(`^${registry.host}/acme/careless@sha256:[0-9a-f]{64}$`),
    )
    const broken = await runInProcess(['image', 'scan', 'acme/careless:1.0.0'], {
      ...env,
      SVC_IMAGES_SCANNER: '/nowhere/trivy image',
    })
    expect(broken.out + broken.err).toMatch(/SCANNER_FAILED|there is no such program/)
    expect(broken.code).toBe(1)
  })

  it('cannot be read without the password or with a wrong one', async () => {
    const { SVC_IMAGES_USERNAME: _u, SVC_IMAGES_PASSWORD: _p, ...without } = env
    for (const settings of [without, { ...env, SVC_IMAGES_PASSWORD: 'wrong' }]) {
      const { code, out } = await runInProcess(
        ['image', 'scan', 'acme/careless:1.0.0'],
        settings as Record<string, string>,
      )
      expect([code, out.includes('REGISTRY_UNAUTHORIZED')]).toEqual([1, true])
    }
  })
})

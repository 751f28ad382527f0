import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { commands } from '../../src/cli/commands.ts'
import { SETTING_NAMES } from '../../src/config/settings.ts'
import { newFolder } from '../kit/folder.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const files = globSync('**/*', { cwd: DEPLOY, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/^(settings\.env|master-key)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')

/** Command lines such as `svc-registry backup --keep 14`, and those that a manifest gives as a list. */
const commandLines = files.flatMap((path) => {
  const text = readFileSync(path, 'utf8')
  const written = [
    ...text.matchAll(/(?<![=\w-]|-u )svc-registry ((?:[a-z][a-z-]*)(?: [^\n;)"'`&>|]*)?)/g),
  ]
  const listed = [...text.matchAll(/^ +(?:args|command): \[([a-z, -]+)\]$/gm)]
  return [...written, ...listed].map(([, line]) => line!.replaceAll(', ', ' ').trim())
})

describe('the deployment samples', () => {
  it('set settings that exist', () => {
    const names = files.flatMap(
      (path) => readFileSync(path, 'utf8').match(/\bSVC_[A-Z_]+\b/g) ?? [],
    )
    expect(new Set(names).size).toBeGreaterThan(10)
    expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
  })

  it('use commands and flags that exist', () => {
    expect(commandLines.length).toBeGreaterThan(8)
    for (const line of commandLines) {
      const command = commands.find(({ path }) => line === path || line.startsWith(`${path} `))
      expect(command, line).toBeDefined()
      const flags = [...line.matchAll(/ --([a-z-]+)/g)].map(([, name]) => name!)
      expect(
        flags.filter((name) => !(name in command!.flags)),
        line,
      ).toEqual([])
    }
  })

  it('for Kubernetes name files and ports that exist, and never run as root', () => {
    for (const path of files.filter((file) => file.endsWith('kustomization.yaml'))) {
      const { resources = [] } = parse(readFileSync(path, 'utf8')) as { resources?: string[] }
      for (const name of resources)
        expect(
          files.some((file) => file.startsWith(join(dirname(path), name))),
          name,
        ).toBe(true)
    }
    const workloads = ['deployment', 'migration'].map(
      (name) => parse(read(`kubernetes/base/${name}.yaml`)) as Workload,
    )
    for (const { spec } of workloads) {
      const { securityContext, enableServiceLinks, containers } = spec.template.spec
      expect({ securityContext, enableServiceLinks }).toMatchObject({
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        enableServiceLinks: false,
      })
      expect(containers[0]!.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
    const [server] = workloads[0]!.spec.template.spec.containers
    const settings = read('kubernetes/example/kustomization.yaml')
    for (const [name, setting] of [
      ['http', 'SVC_PORT'],
      ['metrics', 'SVC_METRICS_PORT'],
    ] as const) {
      const port = server!.ports!.find((candidate) => candidate.name === name)!.containerPort
      expect(settings).toContain(`${setting}=${port}\n`)
    }
    expect([server!.livenessProbe!.httpGet.path, server!.readinessProbe!.httpGet.path]).toEqual([
      '/healthz',
      '/readyz',
    ])
    // An autoscaler with an unavailable metric never removes a pod.
    const { spec: scaling } = parse(read('kubernetes/base/autoscaler.yaml')) as Autoscaler
    expect(scaling.metrics.map(({ type }) => type)).toEqual(['Resource'])
    const [public_, operator] = parseAllDocuments(read('kubernetes/example/ingress.yaml')).map(
      (document) => document.toJS() as object,
    )
    expect(JSON.stringify(public_)).not.toContain('operator')
    for (const ingress of [public_, operator])
      expect(ingress).toMatchObject({
        metadata: { annotations: { 'nginx.ingress.kubernetes.io/proxy-next-upstream': 'off' } },
      })
    expect(operator).toMatchObject({
      metadata: {
        annotations: { 'nginx.ingress.kubernetes.io/whitelist-source-range': '10.0.0.0/8' },
      },
    })
  })

  it('for Compose publish metrics on the loopback address only, do not publish the database, and have the same HAProxy rules as the proxy sample', () => {
    const { services } = parse(read('compose/postgres.yaml'), { merge: true }) as Compose
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    )
    expect(published).toEqual([
      'registry-a 127.0.0.1:9464:9464',
      'registry-b 127.0.0.1:9465:9464',
      'proxy 80:80',
      'proxy 443:443',
    ])
    const shared = services['proxy']!.networks!.filter((network) =>
      services['registry-b']!.networks!.includes(network),
    )
    expect(shared).toEqual(['proxied'])
    const sqlite = parse(read('compose/sqlite.yaml'), { merge: true }) as Compose
    for (const port of sqlite.services['registry']!.ports!) expect(port).toMatch(/^127\.0\.0\.1:/)

    const rules = (path: string) =>
      read(path)
        .split('\n')
        .filter((line) => /^ +(http-request|acl|option|timeout|retries) /.test(line))
    expect(rules('compose/haproxy.cfg')).toEqual(rules('proxies/haproxy.cfg'))
    expect(rules('proxies/haproxy.cfg').length).toBeGreaterThan(12)
  })
})

describe('the Compose backup service', () => {
  const { entrypoint, healthcheck } = (
    parse(read('compose/sqlite.yaml'), { merge: true }) as Compose
  ).services['backup']!
  const [loop, check] = [entrypoint!.at(-1)!, healthcheck!.test.at(-1)!]
  const hoursAgo = (count: number) => Date.now() / 1000 - count * 3600

  /** Runs a shell script, with its backup and pause replaced, in a folder whose newest backup has the given age. */
  function run(script: string, age_hours: number) {
    const folder = newFolder()
    const newest = join(folder, 'registry-20260301T120000Z.backup')
    writeFileSync(newest, '')
    utimesSync(newest, hoursAgo(age_hours), hoursAgo(age_hours))
    const text = script
      .replaceAll('$$', '$')
      .replaceAll('/backups', folder)
      .replace('svc-registry backup', 'echo backup')
      .replace('sleep 3600', 'exit 0')
    const { status, stdout } = spawnSync('sh', ['-c', text], { encoding: 'utf8' })
    return { status, stdout: stdout.replaceAll(folder, '/backups') }
  }

  it('takes a backup on start only if the newest one is a day old', () => {
    expect(run(loop, 23)).toEqual({ status: 0, stdout: '' })
    expect(run(loop, 25)).toEqual({
      status: 0,
      stdout: 'backup --directory /backups --keep 14\n',
    })
  })

  it('is unhealthy if the newest backup is older than 26 hours', () => {
    expect([run(check, 25).status, run(check, 27).status]).toEqual([0, 1])
  })
})

it('the image is built from the package alone', () => {
  const [, copied] = /^COPY (\S+) /m.exec(read('compose/Containerfile'))!
  const admitted = read('compose/.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(admitted).toEqual(['*', `!${copied}`])
})

it('the systemd services read the settings that operator commands read', () => {
  const manual = read('README.md')
  expect(manual).toContain('install -o root -g svc-registry -m 640 /dev/null /etc/svc-registry.env')
  for (const path of globSync('systemd/*.service', { cwd: DEPLOY })) {
    const unit = read(path)
    expect(unit).toMatch(/^ExecStart=\S+ .*--config \/etc\/svc-registry\.env( |$)/m)
    expect(unit).toContain('\nGroup=svc-registry\n')
  }
})

interface Workload {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly securityContext: object
        readonly enableServiceLinks: boolean
        readonly containers: readonly {
          readonly securityContext: object
          readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
          readonly livenessProbe?: { readonly httpGet: { readonly path: string } }
          readonly readinessProbe?: { readonly httpGet: { readonly path: string } }
        }[]
      }
    }
  }
}
interface Autoscaler {
  readonly spec: { readonly metrics: readonly { readonly type: string }[] }
}
interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly ports?: readonly string[]
        readonly networks?: readonly string[]
        readonly entrypoint?: readonly string[]
        readonly healthcheck?: { readonly test: readonly string[] }
      }
    >
  >
}

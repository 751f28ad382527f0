import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Registry } from 'prom-client'
import { parse } from 'yaml'
import { addFleetGauges } from '../../src/app/fleet-gauges.ts'
import { createMetrics, createMetricsServer } from '../../src/app/metrics.ts'
import { WorkerMetrics } from '../../src/app/workers/metrics.ts'
import { startPlatform } from '../http/platform.ts'
import { MINUTE, HOUR } from '../kit/time.ts'
import { install, register } from '../http/agents.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly runbook: string }
}
const rules = (
  parse(read('deploy/monitoring/alerts.yaml')) as { groups: { rules: readonly Rule[] }[] }
).groups.flatMap((group) => group.rules)

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
}
const dashboards = globSync('deploy/monitoring/dashboards/*.json', { cwd: ROOT })
const panels = dashboards.flatMap((path) => (JSON.parse(read(path)) as Dashboard).panels)

const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]
const namesIn = (text: string): string[] =>
  text.match(/\b(svc|nodejs|process)_[a-z0-9_]+(?=[{[)\s]|$)/g) ?? []
/** Returns the name under which a series of a histogram is described. */
const familyOf = (name: string): string => name.replace(/_(bucket|sum|count)$/, '')

describe('metrics', () => {
  let text: string
  let families: ReadonlySet<string>

  beforeAll(async () => {
    const platform = await startPlatform()
    await register(await platform.organization())
    const workers = new WorkerMetrics().of({
      metrics: async () => [{ serves: true, values: await platform.metrics.values() }],
      counts: () => ({ ready: 2, failures: 0 }),
    })
    text = await workers.text()
    families = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!))
  })

  it('of every alert and every panel are exposed by a running platform', () => {
    expect([rules.length, dashboards.length, panels.length]).toEqual([25, 2, 36])
    for (const [title, expr] of expressions) {
      const names = namesIn(expr)
      expect(names.length > 0 || expr.startsWith('up{'), title).toBe(true)
      expect(
        names.map(familyOf).filter((name) => !families.has(name)),
        title,
      ).toEqual([])
    }
  })

  it('have the events, kinds and operations that alerts and panels select', () => {
    const selected = expressions.flatMap(([, expr]) =>
      [...expr.matchAll(/\b(event|kind|outcome)=~?"([^"$]+)"/g)].flatMap(([, label, values]) =>
        values!.split('|').map((value) => `${label}="${value}"`),
      ),
    )
    expect(selected.length).toBeGreaterThan(20)
    expect(selected.filter((label) => !text.includes(label))).toEqual([])
    const operations = expressions.flatMap(([, expr]) =>
      [...expr.matchAll(/operation="(\w+)"/g)].map(([, name]) => name!),
    )
    expect(
      operations.filter((name) => !read('openapi.yaml').includes(`operationId: ${name}\n`)),
    ).toEqual([])
  })

  it('are all documented, and no others are', () => {
    const manual = read('docs/operating.md')
    const documented = new Set(
      [...manual.matchAll(/^\| `(svc_\w+|nodejs_\w+|process_\w+)`/gm)].map(([, name]) => name!),
    )
    expect([...families].filter((name) => name.startsWith('svc_')).toSorted()).toEqual(
      [...documented].filter((name) => name.startsWith('svc_')).toSorted(),
    )
    expect([...documented].filter((name) => !families.has(name))).toEqual([])
    expect(
      expressions
        .flatMap(([, expr]) => namesIn(expr).map(familyOf))
        .filter((name) => !documented.has(name)),
    ).toEqual([])
  })
})

it('the runbook of every alert is a section of the manual', () => {
  const sections = [...read('docs/operating.md').matchAll(/^##+ (.+)$/gm)].map(
    ([, title]) => `docs/operating.md#${title!.toLowerCase().replaceAll(' ', '-')}`,
  )
  expect(
    rules.map(({ annotations }) => annotations.runbook).filter((page) => !sections.includes(page)),
  ).toEqual([])
})

describe('gauges of the fleet', () => {
  it('count the installations and the pending work of all organizations, and do not distinguish tenants', async () => {
    const platform = await startPlatform()
    const [acme, rival] = [await platform.organization(), await platform.organization()]
    const [online, revoked, foreign] = [
      await install(platform, acme),
      await install(platform, acme),
      await install(platform, rival),
    ]
    await foreign.lease({ status: 'degraded' })
    await revoked.revoke()
    const status = () => platform.store.readFleetStatus({ now: platform.clock.now() })
    const installed = async () =>
      (await status()).installations.map(({ health, rows }) => `${rows} ${health}`)
    expect(await installed()).toEqual(['1 online', '1 unhealthy', '0 offline', '0 stopped'])

    // Advancing only the clock runs no background job, so no lease is swept and no mail is delivered.
    platform.clock.advance(HOUR)
    await platform.as({}).post('/admin/auth/request-pin', { email: acme.email })
    platform.clock.advance(2 * MINUTE)
    const { leases_due, outbox } = await status()
    expect(leases_due).toBe(3)
    expect(outbox.filter(({ waiting }) => waiting > 0)).toEqual([
      { kind: 'admin_pin', waiting: 1, oldest_ms: 120_000 },
    ])
    await acme.api.post('/audit-logs/siem/logs/export', {
      organization_id: acme.organization_id,
      intake_url: 'https://intake.example',
      api_key: 'key',
    })
    const text = await platform.metrics.text()
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'svc_ready 1',
        'svc_installations{health="online"} 1',
        'svc_installations{health="unhealthy"} 1',
        'svc_installations{health="offline"} 0',
        'svc_leases_due 3',
        'svc_outbox_waiting{kind="admin_pin"} 1',
        'svc_outbox_waiting{kind="invitation"} 0',
        'svc_outbox_oldest_seconds{kind="admin_pin"} 120',
        'svc_exports_waiting{destination="logs"} 1',
        'svc_exports_waiting{destination="alerts"} 0',
      ]),
    )
    for (const { organization_id, workspace_id, email } of [acme, rival])
      for (const secret of [organization_id, workspace_id, email, online.agent.svc_id])
        expect(text).not.toContain(secret)
  })

  it('have no value while the store cannot be read, and the other metrics are shown', async () => {
    const registry = new Registry()
    const renew = addFleetGauges(registry, {
      readFleetStatus: () => Promise.reject(new Error('down')),
      isReady: async () => false,
      poolCounts: () => ({ busy: 3, idle: 0, waiting: 7 }),
    })
    await renew()
    const samples = (await registry.metrics()).split('\n').filter((line) => !/^#|^$/.test(line))
    expect(samples).toEqual([
      'svc_ready 0',
      'svc_store_connections{state="busy"} 3',
      'svc_store_connections{state="idle"} 0',
      'svc_store_connections{state="waiting"} 7',
    ])
  })

  it('share one reading of the store among scrapes within five seconds', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => void now.mockRestore())
    let readings = 0
    const renew = addFleetGauges(new Registry(), {
      readFleetStatus: async () => {
        readings += 1
        return { installations: [], leases_due: 0, outbox: [], exports: [] }
      },
      isReady: async () => true,
      poolCounts: () => undefined,
    })
    await Promise.all([renew(), renew()])
    now.mockReturnValue(4_999)
    await renew()
    expect(readings).toBe(1)
    now.mockReturnValue(5_000)
    await renew()
    expect(readings).toBe(2)
  })
})

it('the histogram of the time that transactions wait for a connection has buckets from 1 ms to 5 s', async () => {
  const metrics = createMetrics()
  metrics.observeStoreWait(500)
  const text = await metrics.text()
  const buckets = [...text.matchAll(/^svc_store_wait_seconds_bucket\{le="(.*)"\} (\d)$/gm)]
  expect(buckets.map(([, limit, count]) => [limit, count])).toEqual([
    ['0.001', '0'],
    ['0.01', '0'],
    ['0.1', '0'],
    ['1', '1'],
    ['5', '1'],
    ['+Inf', '1'],
  ])
})

it('a scheduled job reports each run, with its failures', async () => {
  const metrics = createMetrics()
  metrics.initializeJobs(['sweep', 'log'])
  const started = await metrics.text()
  for (const name of ['sweep', 'log']) {
    expect(started).toContain(`svc_job_failures_total{name="${name}"} 0`)
    expect(started).toMatch(
      new RegExp(`svc_job_last_success_timestamp_seconds\\{name="${name}"\\} \\d{10}`),
    )
  }
  metrics.observeJob('sweep', 50, true)
  metrics.observeJob('sweep', 20_000, false)
  const text = await metrics.text()
  expect(text).toContain('svc_job_duration_seconds_bucket{le="10",name="sweep"} 1')
  expect(text).toContain('svc_job_failures_total{name="sweep"} 1')
  expect(text).toMatch(/svc_job_last_success_timestamp_seconds\{name="sweep"\} \d{10}/)
})

it.each([
  ['GET', '/metrics', 200],
  ['GET', '/metrics?collect=fleet', 200],
  ['HEAD', '/metrics', 200],
  ['GET', 'http://metrics.test/metrics', 200],
  ['POST', '/metrics', 404],
  ['GET', '/metrics.txt', 404],
  ['GET', '/', 404],
])('the metrics server responds to %s %s with %i', async (method, path, status) => {
  const server = createMetricsServer(createMetrics()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sent = request({ port, method, path, agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(status)
})

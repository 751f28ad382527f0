import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OPERATIONS, sum, type Count } from '../../src/load/histogram/request-statistics.ts'
import { pageOf } from '../../src/load/report/html.ts'
import { reportOf, type LoadReport } from '../../src/load/report/data.ts'
import { runLoad } from '../../src/load/run.ts'
import { startProcess, startUntil } from '../cli/process.ts'
import { createMetricsServer } from '../../src/app/metrics.ts'
import { startPlatform, type TestPlatform } from '../http/platform.ts'
import { fakePlatform } from '../load/fake-platform.ts'
import { settingsFor } from '../load/settings.ts'
import { atMost } from '../kit/bounds.ts'
import { newFolder } from '../kit/folder.ts'

/** Runs a short load run against a platform in this process. */
async function runAgainst(
  platform: TestPlatform,
  organization: { readonly api_key: string },
  changes: Parameters<typeof settingsFor>[1] = {},
): Promise<LoadReport> {
  const { port } = platform.server.address() as { port: number }
  const record = await runLoad(
    settingsFor(`http://127.0.0.1:${port}`, { api_keys: [organization.api_key], ...changes }),
    { signal: new AbortController().signal },
  )
  return reportOf(record, '1.2.3')
}
const countOf = (endings: readonly Count[], operation: string, status?: string) =>
  sum(
    endings,
    (count) =>
      count.operation === operation && (status === undefined || count.outcome.startsWith(status)),
  )

/** Returns the requests in the platform's metrics, by operation and status. */
async function requestCounts(platform: TestPlatform): Promise<Map<string, number>> {
  const text = await platform.metrics.text()
  return new Map(
    [
      ...text.matchAll(
        /^svc_http_request_duration_seconds_count\{operation="(\w+)",status="(\d+)"\} (\d+)$/gm,
      ),
    ].map(([, operation, status, count]) => [`${operation} ${status}`, Number(count)]),
  )
}

describe('a load run', () => {
  it('agrees with the metrics and the audit log of the platform, and leaves nothing behind', async () => {
    const platform = await startPlatform()
    const organization = await platform.organization()
    const metrics = createMetricsServer(platform.metrics).listen(0, '127.0.0.1')
    await once(metrics, 'listening')
    const at = new URL(`http://127.0.0.1:${(metrics.address() as AddressInfo).port}/metrics`)
    const report = await runAgainst(platform, organization, {
      metrics: at,
      installations: 150,
      churn: { bootstraps: 600, refreshes: 600, recoveries: 300, revokes: 600 },
      duration_s: 2,
    })
    expect(report.verdict).toMatchObject({ kind: 'kept' })
    expect(report.platform!.cores).toBeGreaterThan(0)
    metrics.close()

    const [counted, audited] = [
      await requestCounts(platform),
      await auditOf(platform, organization.organization_id),
    ]
    for (const operation of OPERATIONS) {
      for (const status of ['200', '201', '401', '403', '404'])
        expect([operation, status, countOf(report.endings, operation, status)]).toEqual([
          operation,
          status,
          counted.get(`${operation} ${status}`) ?? 0,
        ])
      expect(countOf(report.endings, operation), operation).toBeGreaterThan(0)
    }
    const { fleet, cleanup } = report
    expect(audited).toMatchObject({
      'install_token.created': countOf(report.endings, 'createInstallToken', '201'),
      'installation.bootstrapped': fleet.installed,
      'installation.recovered': fleet.recovered,
      'installation.token_refreshed': countOf(report.endings, 'refreshRuntimeToken', '200'),
      'installation.revoked': fleet.revoked + cleanup.revoked + cleanup.revoked_with_workspace,
      'workspace.deleted': 1,
    })
    expect(fleet.installed - fleet.revoked).toBe(fleet.live)
    expect(cleanup).toMatchObject({ left: 0, workspace_left: null, reason: null })
    expect(
      await platform.store.listWorkspaces({
        reach: organization.reach,
        organization_id: organization.organization_id,
        limit: 10,
        offset: 0,
      }),
    ).toMatchObject({ total: 1 })
    const left = await platform.store.listInstallationsAsOperator({
      organization_id: organization.organization_id,
      limit: 1000,
    })
    expect(left.filter(({ lifecycle }) => lifecycle !== 'revoked')).toEqual([])
  })

  it('has no credential in its report', async () => {
    const platform = await startPlatform()
    const organization = await platform.organization()
    const report = await runAgainst(platform, organization, { installations: 5 })
    for (const text of [JSON.stringify(report), pageOf(report)]) {
      expect(text).not.toContain(organization.api_key)
      expect(text).not.toMatch(/(sk_live_|skt_|srt_|srf_)[A-Za-z0-9]/)
    }
  })

  it('keeps its installations with --keep, and can use an existing workspace', async () => {
    const platform = await startPlatform()
    const organization = await platform.organization()
    const first = await runAgainst(platform, organization, { installations: 5, keep: true })
    expect(first.cleanup).toMatchObject({ left: 5, workspace_left: first.settings.workspace_id })
    const again = await runAgainst(platform, organization, {
      installations: 5,
      workspace_id: first.settings.workspace_id,
    })
    expect([again.settings.own_workspace, again.cleanup.revoked, again.cleanup.left]).toEqual([
      false,
      5,
      0,
    ])
    const all = await platform.store.listInstallationsAsOperator({
      organization_id: organization.organization_id,
      limit: 1000,
    })
    expect(all.filter(({ lifecycle }) => lifecycle === 'active')).toHaveLength(5)
  })

  it('grows within the rate limit of its API key', async () => {
    const platform = await startPlatform({ rate_limit_factor: 1.5 })
    const report = await runAgainst(platform, await platform.organization(), { installations: 30 })
    expect(report.fleet.installed).toBe(30)
    // The rate limit is 900 requests per minute, a tenth of which stays free.
    expect(report.seconds.ramp).toBeGreaterThan(1.9)
  })

  it('reports the quota of the plan', async () => {
    const platform = await startPlatform()
    const organization = await platform.organization('free')
    const report = await runAgainst(platform, organization, {
      installations: 30,
      organization_id: organization.organization_id,
    })
    expect(report.verdict.sentence).toMatch(
      /^Only 10 of 30 installations could be installed \(402 INSTALLATIONS_LIMIT_EXCEEDED\)/,
    )
    expect(report.verdict.next.join()).toContain('higher plan')
    expect(report.cleanup).toMatchObject({ left: 0, workspace_left: null })
  })

  it.each([
    [
      'an unknown API key',
      { api_keys: ['sk_live_nobody'] },
      'The platform refused to register an agent for the run (401 INVALID_API_KEY): set SVC_API_KEY to an API key of this platform.',
    ],
    [
      'an unknown agent',
      { agent_id: 'nobody' },
      'The platform refused to look up the agent nobody (404 AGENT_NOT_FOUND): check the identifiers and the address.',
    ],
    [
      'an unknown organization',
      { organization_id: 'org_nobody' },
      'The platform refused to create a workspace for the run (404 ORGANIZATION_NOT_FOUND): check the identifiers and the address.',
    ],
  ] as const)('does not start with %s', async (_, changes, sentence) => {
    const platform = await startPlatform()
    await expect(runAgainst(platform, await platform.organization(), changes)).rejects.toThrow(
      sentence,
    )
  })
})

describe('an open-loop load', () => {
  const run = async (
    url: string,
    changes: Parameters<typeof settingsFor>[1],
    signal = new AbortController().signal,
  ) =>
    reportOf(
      await runLoad(settingsFor(url, { organization_id: 'org', ...changes }), { signal }),
      '1.2.3',
    )

  it('counts a stall of a second for every request that was due in it, including those that could not be sent', async () => {
    const waiting: (() => void)[] = []
    let [begun, stalled] = [false, false]
    const stall = () => {
      stalled = true
      setTimeout(() => {
        stalled = false
        for (const respond of waiting.splice(0)) respond()
      }, 1000)
    }
    const { url } = await fakePlatform(({ path }, _, respond) => {
      if (!begun && path.endsWith('/lease')) {
        begun = true
        setTimeout(stall, 1000)
      }
      if (stalled) waiting.push(respond)
      return stalled
    })
    // Two connections: the third request of the stall cannot even be sent.
    const report = await run(url, { installations: 400, connections: 2, duration_s: 4 })
    const [heartbeat] = report.operations
    expect(heartbeat).toMatchObject({ operation: 'renewLease', bad: 0 })
    expect(heartbeat!.due).toBeGreaterThan(report.heartbeats_per_second.expected * 4 * 0.7)
    expect(heartbeat!.latency_ms.max).toBeGreaterThan(900)
    // A request that is due in the middle of the stall waits for the rest of it: one in eight over four seconds waits half of it or longer.
    const share = heartbeat!.curve.find(([, milliseconds]) => milliseconds > 500)![0]
    expect(share).toBeLessThan(95)
    expect(report.client.waited_for_connection).toBeGreaterThan(
      report.heartbeats_per_second.expected / 2,
    )
  })

  it('abandons requests that time out, in the queue or in progress, and reports them as such', async () => {
    const { url } = await fakePlatform(({ path }) => path.endsWith('/lease'))
    const report = await run(url, {
      installations: 50,
      connections: 2,
      duration_s: 2,
      timeout_ms: 1000,
    })
    const [heartbeat] = report.operations
    expect(heartbeat).toMatchObject({ good: 0, bad: heartbeat!.due })
    expect(
      report.endings
        .filter(({ operation }) => operation === 'renewLease')
        .every(({ outcome }) => outcome === 'TIMEOUT'),
    ).toBe(true)
    expect(heartbeat!.latency_ms.p50).toBeGreaterThan(990)
    expect(report.verdict.kind).not.toBe('kept')
  })

  it('respects Retry-After while the fleet grows', async () => {
    let refused = 0
    const { url } = await fakePlatform(({ path }, res) => {
      if (!path.endsWith('/install-tokens') || refused >= 5) return false
      refused += 1
      res
        .writeHead(429, { 'Retry-After': '1', 'Content-Type': 'application/json' })
        .end('{"code":"RATE_LIMITED"}')
      return true
    })
    const report = await run(url, { installations: 20 })
    expect([
      report.fleet.installed,
      countOf(report.endings, 'createInstallToken', '429 RATE_LIMITED'),
    ]).toEqual([20, 5])
    expect(report.seconds.ramp).toBeGreaterThan(1)
  })

  it('ends an installation on a terminate command', async () => {
    const { url, requests } = await fakePlatform(({ path }, res) => {
      if (!path.endsWith('/lease')) return false
      res.end(JSON.stringify({ command: path.includes('inst_1/') ? { type: 'terminate' } : null }))
      return true
    })
    const report = await run(url, { installations: 10, duration_s: 6 })
    expect(report.fleet).toMatchObject({ terminated: 1, live: 9 })
    expect(requests.filter(({ path }) => path.endsWith('inst_1/lease'))).toHaveLength(1)
  })

  it('ends early when aborted, cleans up and reports', async () => {
    const { url, requests } = await fakePlatform()
    const ended = new AbortController()
    setTimeout(() => ended.abort(), 1500)
    const report = await run(url, { installations: 20, duration_s: 3600 }, ended.signal)
    expect(report).toMatchObject({
      ended_early: true,
      cleanup: { revoked_with_workspace: 20, left: 0 },
    })
    expect(requests.at(-1)).toEqual({
      method: 'DELETE',
      path: '/api/v1/orgs/org/workspaces/ws_1?force=true',
    })
  })
})

describe('the command', () => {
  it('reports and cleans up after Ctrl-C, with a page that contains no secret', async () => {
    const sandbox = await startUntil(['sandbox', '--port', '0', '--json'], /^(\{.*\})\n/)
    const facts = JSON.parse(sandbox.found[1]!) as {
      base_url: string
      organizations: { plan: string; api_key: string; organization_id: string }[]
    }
    const { api_key, organization_id } = facts.organizations.find(
      ({ plan }) => plan === 'enterprise',
    )!
    const file = join(newFolder(), 'load.html')
    const run = startProcess(
      [
        'load',
        facts.base_url,
        '--installations',
        '40',
        '--interval',
        '5',
        '--ramp',
        '1s',
        '--duration',
        '1h',
        '--json',
        '--report',
        file,
      ],
      { env: { SVC_API_KEY: api_key } },
    )
    await run.until(/measuring/)
    const { code, stdout, stderr } = await run.stop('SIGINT')
    expect({
      code,
      stderr: stderr.replaceAll(/^(growing|measuring|cleaning up) .*\n/gm, ''),
    }).toEqual({ code: 0, stderr: '' })
    const report = JSON.parse(stdout) as LoadReport
    expect(report).toMatchObject({
      ended_early: true,
      fleet: { installed: 40 },
      cleanup: { left: 0, workspace_left: null },
    })
    const page = readFileSync(file, 'utf8')
    expect(page).toContain(report.verdict.sentence)
    for (const text of [page, stdout, stderr]) expect(text).not.toContain(api_key)
    const workspaces = await fetch(`${facts.base_url}/orgs/${organization_id}/workspaces`, {
      headers: { 'X-API-Key': api_key },
    })
    expect(((await workspaces.json()) as { total: number }).total).toBe(1)
  })
})

async function auditOf(
  { store }: TestPlatform,
  organization_id: string,
): Promise<Record<string, number>> {
  const kinds: Record<string, number> = {}
  let above = 0
  for (const _ of atMost(1000, 'the chain does not end')) {
    const records = await store.readChain({ chain: organization_id, above, limit: 1000 })
    for (const { event_type } of records) kinds[event_type] = (kinds[event_type] ?? 0) + 1
    if (records.length === 0) break
    above = records.at(-1)!.sequence
  }
  return kinds
}

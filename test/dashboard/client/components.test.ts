import { h, type VNode, type ComponentProps } from 'preact'
import prerender from 'preact-iso/prerender'
import { describe, expect, it } from 'vitest'
import { QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import { renderToString } from 'preact-render-to-string'
import { SelectField } from '../../../dashboard/src/parts/forms/field.tsx'
import {
  ALARM_KINDS,
  AlarmList,
} from '../../../dashboard/src/pages/installations/alarms/alarm-list.tsx'
import { AUDIT_KINDS } from '../../../src/domain/audit/kinds.ts'
import { CommandDialog } from '../../../dashboard/src/pages/installations/commands/command-menu.tsx'
import { StatusSummary } from '../../../dashboard/src/pages/installations/details/status-summary.tsx'
import { revocationOptionsFrom } from '../../../dashboard/src/pages/installations/revocation/revoke.tsx'
import { ActionRun } from '../../../dashboard/src/pages/installations/actions/action-run.tsx'
import { AllHealthy } from '../../../dashboard/src/pages/overview/fleet-panel.tsx'
import { NothingFound } from '../../../dashboard/src/pages/installations/list/fleet-list.tsx'
import { VIEWS } from '../../../dashboard/src/pages/installations/list/views.tsx'
import { Findings } from '../../../dashboard/src/pages/images/findings.tsx'
import { ImageTable } from '../../../dashboard/src/pages/images/images.tsx'
import { Problem } from '../../../dashboard/src/api/problem.ts'
import { queryClient } from '../../../dashboard/src/api/query-client.ts'
import { partsOf } from '../../../dashboard/src/parts/text/highlight.tsx'
import { formatElapsed } from '../../../dashboard/src/parts/text/format.ts'
import { FilterBar } from '../../../dashboard/src/pages/tasks/filter-bar.tsx'
import { FilterSearch } from '../../../dashboard/src/parts/forms/filters.tsx'
import { propsOf } from './render.ts'
import { SeverityCounts } from '../../../dashboard/src/pages/images/labels.tsx'

const TIMES = [
  ['0', 'Immediately'],
  ['30', '30 seconds'],
  ['120', '2 minutes'],
] as const

describe('a select field', () => {
  it.each(TIMES)('marks the initial option: %s', async (selected) => {
    const { html } = await prerender(
      h(SelectField, { label: 'Time to finish', name: 'time', options: TIMES, selected }) as VNode,
    )
    expect(html.match(/<option[^>]*selected[^>]*>/g)).toEqual([
      expect.stringContaining(`value="${selected}"`),
    ])
  })
})

it('leaves the time to finish of a revocation to the registry, which knows the heartbeats, unless one was chosen', () => {
  const chosen = (time: string) => {
    const values = new FormData()
    values.set('reason', ' ')
    values.set('shutdown_timeout_ms', time)
    return revocationOptionsFrom(values)
  }
  expect(chosen('')).toEqual({})
  expect(chosen('0')).toEqual({ shutdown_timeout_ms: 0 })
})

const AT = '2026-03-02T09:10:00.000Z'
const summary = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 }
const image = {
  ref: 'acme/web:1',
  size_bytes: 2_000_000,
  last_scan: { status: 'completed', summary, requested_at: AT },
}

it('marks only the reference of an image as the lead cell', () => {
  const html = renderToString(h(ImageTable, { images: [image] } as never))
  expect(
    [...html.matchAll(/<td data-name="(\w+)" class="lead-cell"/g)].map(([, name]) => name),
  ).toEqual(['Image'])
})

/** Returns how an alarm is named, and which metadata of its record it shows. */
const alarm = (metadata: object, event_type = 'install_token.replay_detected') => {
  const record = {
    id: 'a',
    event_type,
    outcome: 'denied',
    actor: { type: 'anonymous' },
    occurred_at: AT,
    metadata,
  }
  const html = renderToString(h(AlarmList, { items: [record] } as never))
  return {
    title: /class="badge (\w+)"[^>]*>(?:<[^>]*>)*([^<]+)/.exec(html)!.slice(1).join(' '),
    callers: html.includes('class="callers"'),
    details: html.includes('<summary>Details</summary>'),
  }
}

it('shows callers and other metadata of an alarm only if there are any', () => {
  const nothing = { callers: false, details: false }
  expect(alarm({})).toMatchObject(nothing)
  expect(alarm({ callers: [] })).toMatchObject(nothing)
  expect(alarm({ callers: [{ ip: '203.0.113.7', at: AT }] })).toMatchObject({
    callers: true,
    details: false,
  })
  expect(alarm({ attempts: 3 })).toMatchObject({ callers: false, details: true })
})

it('titles an alarm, and shows one of an unknown type by name', () => {
  expect(alarm({}).title).toBe('bad Install token reused')
  expect(alarm({}, 'quota.doubled').title).toBe('warn quota.doubled')
})

it.each(ALARM_KINDS)('shows as alarms only what the registry records: $type', ({ type }) => {
  expect(AUDIT_KINDS).toContain(type)
})

it.each([
  ['', false, 'Nothing is installed'],
  ['', true, 'No installations match'],
  ['offline', false, 'No offline installations'],
  ['offline', true, 'No offline installations match'],
])('shows an empty view "%s", filtered: %s, with "%s"', (key, filtered, title) => {
  const view = VIEWS.find((candidate) => candidate.key === key)!
  const html = renderToString(h(NothingFound, { view, filtered, empty: 'Nothing is installed' }))
  expect(html.replaceAll(/<[^>]+>/g, ' ')).toContain(title)
})

it('shows two lines for the reason of a command', () => {
  const installation = { installation_id: 'i', heartbeat_interval: 60 } as ComponentProps<
    typeof CommandDialog
  >['installation']
  const dialog = h(CommandDialog, { installation, kind: 'pause', onClose: () => undefined })
  const html = renderToString(
    h(QueryClientProvider, { client: new QueryClient(), children: dialog }),
  )
  expect(/<textarea[^>]* rows="(\d+)"/.exec(html)?.[1]).toBe('2')
})

it('retries a read twice if there is no response or the registry is busy, and never after another error', () => {
  const retry = queryClient.getDefaultOptions().queries!.retry as (
    failures: number,
    error: unknown,
  ) => boolean
  const problem = (status: number) => new Problem(status, { code: 'X' })
  expect([0, 503, 401, 404, 500].map((status) => retry(0, problem(status)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect([0, 1, 2].map((failures) => retry(failures, problem(503)))).toEqual([true, true, false])
  expect(retry(0, new Error('x'))).toBe(false)
})

const SHOWN = [
  [840, /^840 ms$/],
  [2460, /^2[.,]5 s$/],
  [192_000, /^3[.,]2 min$/],
] as const
it.each(SHOWN)('formats %i ms with at most one decimal: %s', (milliseconds, shown) => {
  expect(formatElapsed(milliseconds)).toMatch(shown)
})

it('shows only severities with findings', () => {
  const none = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 }
  const keysOf = (summary: object) => {
    const { props } = SeverityCounts({ summary: { ...none, ...summary } }) as VNode<{
      children: { key: string }[]
    }>
    return props.children
  }
  expect(keysOf({ critical: 2, low: 1 }).map(({ key }) => key)).toEqual(['critical', 'low'])
  expect(keysOf({})).toBe('none')
})

it('shows fifty findings of an image and offers the rest', () => {
  const findings = Array.from({ length: 51 }, (_, index) => ({
    id: `CVE-2026-${index}`,
    type: 'vulnerability',
    severity: 'low',
    title: 'A finding',
    detail: '',
  }))
  const shown = (of: readonly object[]) => {
    const html = renderToString(h(Findings, { findings: of, omitted: 0 } as never))
    return [html.match(/<details>/g)?.length, /Show [^<]+/.exec(html)?.[0]]
  }
  expect(shown(findings)).toEqual([50, 'Show 1 more of 1'])
  expect(shown(findings.slice(1))).toEqual([50, undefined])
})

const LEFT = 'left to finish'
const STOPPED = 'The agent has stopped.'
const PASSED = 'The deadline has passed; heartbeats are rejected.'
const waiting = { type: 'terminate', status: 'waiting', expires_at: AT }
it.each([
  ['may still finish', { command: waiting, health: 'online' }, [LEFT]],
  [
    'has acknowledged',
    { command: { ...waiting, status: 'acknowledged' }, health: 'stopped' },
    [STOPPED],
  ],
  ['has stopped without a command', { health: 'stopped' }, [STOPPED]],
  [
    'has let the deadline pass',
    { command: { ...waiting, status: 'expired' }, health: 'offline' },
    [PASSED],
  ],
  [
    'has a command of another kind',
    { command: { ...waiting, type: 'pause' }, health: 'offline' },
    [PASSED],
  ],
])('shows the notice for a revoked agent that %s', (_, changes, texts) => {
  const installation = {
    lifecycle: 'revoked',
    revoked_at: AT,
    last_seen_at: AT,
    lease_expires_at: AT,
    heartbeat_interval: 60,
    ...changes,
  }
  const html = renderToString(h(StatusSummary, { installation } as never))
  expect([LEFT, STOPPED, PASSED].filter((text) => html.includes(text))).toEqual(texts)
})

it('shows the error of an action only if it has failed, and the outcome for each installation', () => {
  const shown = (progress: object) => {
    const results = [
      { installation_id: 'a', outcome: 'applied' },
      { installation_id: 'b', outcome: 'ended' },
    ]
    const nothing = () => undefined
    const html = renderToString(
      h(ActionRun, {
        type: 'pause',
        progress: { results, remaining: [], ...progress },
        onStop: nothing,
        onContinue: nothing,
        onClose: nothing,
      } as never),
    )
    expect(html).toContain('1 of 2 paused')
    expect(html).toContain('1 had already ended')
    return [html.includes('role="alert"'), html.includes('It broke.')]
  }
  const error = new Problem(500, { code: 'X', message: 'It broke.' })
  expect(shown({ state: 'failed', error })).toEqual([true, true])
  expect(shown({ state: 'running' })).toEqual([false, false])
  expect(shown({ state: 'done' })).toEqual([false, false])
})

it('never reports a fleet with nothing online as healthy', () => {
  const none = { counted: 'exact', total: 0, online: 0, unhealthy: 0, offline: 0, stopped: 0 }
  const html = (counts: object) =>
    renderToString(
      h(AllHealthy, {
        state: { counts: { ...none, paused: 0, revoked: 0, terminated: 0, ...counts } },
      } as never),
    )
  expect(html({})).not.toContain('healthy')
  expect(html({ paused: 2 })).toContain('No installation is running')
  expect(html({ online: 2 })).toContain('All 2 running installations')
})

it('marks words with any character that can occur in an identifier or in text', () => {
  const printable = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at))
  for (const word of [
    ...printable.map((character) => `a${character}b`),
    'org.acme/my-agent:1~+=@_',
  ])
    expect(partsOf(`an ${word} c`, [word])).toEqual([
      { part: 'an ', isMarked: false },
      { part: word, isMarked: true },
      { part: ' c', isMarked: false },
    ])
})

it('keeps a space at the end of a skill while the user types', () => {
  const changes: object[] = []
  const filters = { workspace: 'ws_1', status: '', skill: '', agent: '' } as const
  const bar = h(FilterBar, { workspaces: [], filters, change: (change) => changes.push(change) })
  const [search] = propsOf<{ onSearch: (text: string) => void }>(FilterSearch as never, () =>
    renderToString(bar),
  )
  search!.onSearch('read ')
  expect(changes).toEqual([{ skill: 'read ' }])
})

import { QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import { h, type ComponentProps } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../dashboard/src/api/problem.ts'
import { ActionRun } from '../../../dashboard/src/pages/installations/actions/action-run.tsx'
import { FleetActionDialog } from '../../../dashboard/src/pages/installations/actions/fleet-action-dialog.tsx'
import {
  ALARM_KINDS,
  AlarmList,
} from '../../../dashboard/src/pages/installations/alarms/alarm-list.tsx'
import { CommandDialog } from '../../../dashboard/src/pages/installations/commands/command-menu.tsx'
import InstallationPage from '../../../dashboard/src/pages/installations/details/installation.tsx'
import { StatusSummary } from '../../../dashboard/src/pages/installations/details/status-summary.tsx'
import { AgentName, installationName } from '../../../dashboard/src/pages/installations/state.tsx'
import { useFleetFilters } from '../../../dashboard/src/pages/installations/list/fleet-filters.tsx'
import { NothingFound } from '../../../dashboard/src/pages/installations/list/fleet-list.tsx'
import { VIEWS } from '../../../dashboard/src/pages/installations/list/views.tsx'
import { revocationOptionsFrom } from '../../../dashboard/src/pages/installations/revoke.tsx'
import { AUDIT_KINDS } from '../../../src/domain/audit/kinds.ts'
import { clientWith, renderPage, textOf } from './render.ts'

describe('the page of an installation', () => {
  const open = (error?: Problem) =>
    renderPage(InstallationPage, {
      pattern: '/installations/:installation_id',
      path: '/installations/inst_1',
      responded: error ? [[['installation', 'inst_1'], { error }]] : [],
    })

  it('shows a placeholder while the installation is read', async () => {
    const html = await open()
    expect(html).toContain('aria-label="Loading"')
    expect(html).not.toContain('role="alert"')
  })

  it('shows why an installation cannot be read', async () => {
    const html = await open(new Problem(404, { code: 'NOT_FOUND', message: 'There is none.' }))
    expect(html).toContain('There is none.')
    expect(html).not.toContain('aria-label="Loading"')
  })
})

const AT = '2026-03-02T09:10:00.000Z'

const waiting = { type: 'terminate', status: 'waiting', expires_at: AT }

const LEFT = 'left to finish'

const STOPPED = 'The agent has stopped.'

const PASSED = 'The deadline has passed; heartbeats are rejected.'

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

it.each([
  ['Nothing is installed', 'the view of all installations', '', false],
  ['No installations match', 'the view of all installations with a filter', '', true],
  ['No offline installations', 'the view of offline installations', 'offline', false],
  [
    'No offline installations match',
    'the view of offline installations with a filter',
    'offline',
    true,
  ],
])('says "%s" if %s is empty', (title, _name, key, filtered) => {
  const view = VIEWS.find((candidate) => candidate.key === key)!
  const html = renderToString(h(NothingFound, { view, filtered, empty: 'Nothing is installed' }))
  const text = html.replaceAll(/<[^>]+>/g, ' ')
  expect(text).toContain(title)
  expect(text.includes('match')).toBe(filtered)
})

it.each([
  ['env=prod,', 'env=prod'],
  [' env=prod , ', 'env=prod'],
  [' ', undefined],
])(
  'searches for the complete requirements while labels are being typed: %j',
  async (labels, searched) => {
    let found: unknown
    const Reader = () => {
      found = useFleetFilters(undefined).filter.label_selector
      return null
    }
    await renderPage(Reader, { query: { labels } })
    expect(found).toBe(searched)
  },
)

/** The override makes this text appear as "readers". */
const HOSTILE = '\u202Esredaer\u202C'

it('shows direction overrides in the names of installations and tokens', async () => {
  expect(
    installationName({ agent_id: 'a', agent_name: HOSTILE, agent_version: '1' } as never),
  ).toBe('\uFFFDsredaer\uFFFD 1')
  const html = await renderPage(() => h(AgentName, { svc_id: 'a' }), {
    responded: [[['agent', 'a'], { data: { name: HOSTILE, version: '1' } }]],
  })
  expect(html).toContain('\uFFFDsredaer\uFFFD 1')
})

it('lets the registry choose how long a revoked agent has to finish, because it knows the heartbeat interval, unless the user chose a time', () => {
  const chosen = (time: string) => {
    const values = new FormData()
    values.set('reason', ' ')
    values.set('shutdown_timeout_ms', time)
    return revocationOptionsFrom(values)
  }
  expect(chosen('')).toEqual({})
  expect(chosen('0')).toEqual({ shutdown_timeout_ms: 0 })
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

it('does not claim that installations have ended when none matches', async () => {
  const client = await clientWith([[['target-ids', 'org_1', { q: 'x' }], { data: [] }]])
  const dialog = h(FleetActionDialog, {
    organization_id: 'org_1',
    request: { action: 'pause', matching: { q: 'x' } },
    onClose: () => undefined,
  })
  const text = textOf(renderToString(h(QueryClientProvider, { client, children: dialog })))
  expect(text).toContain('No active or paused installation matches')
  expect(text).not.toContain('ended')
})

it('shows the error of an action only if it has failed, and how many installations had each outcome', () => {
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

it('titles an alarm by the type of its event', () => {
  expect(alarm({}).title).toBe('bad Install token reused')
  expect(alarm({}, 'installation.lease_expired').title).toBe('warn Lease expired')
})

it.each(ALARM_KINDS)('shows as alarms only what the registry records: $type', ({ type }) => {
  expect(AUDIT_KINDS).toContain(type)
})

import { h, type VNode, type ComponentProps } from 'preact'
import prerender from 'preact-iso/prerender'
import { describe, expect, it } from 'vitest'
import { QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import { renderToString } from 'preact-render-to-string'
import { SelectField } from '../../../dashboard/src/parts/forms/field.tsx'
import { AlarmList } from '../../../dashboard/src/pages/installations/alarms/alarm-list.tsx'
import { CommandDialog } from '../../../dashboard/src/pages/installations/commands/command-menu.tsx'
import { NoInstallations } from '../../../dashboard/src/pages/installations/list/installation-table.tsx'
import { VIEWS } from '../../../dashboard/src/pages/installations/list/views.tsx'
import { ImageTable } from '../../../dashboard/src/pages/images/images.tsx'
import { Problem } from '../../../dashboard/src/api/problem.ts'
import { queryClient } from '../../../dashboard/src/api/query-client.ts'
import { formatElapsed } from '../../../dashboard/src/parts/text/format.ts'
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

/** Returns which metadata of a record an alarm shows. */
const alarm = (metadata: object) => {
  const record = {
    id: 'a',
    event_type: 'token.replayed',
    outcome: 'denied',
    actor: { type: 'anonymous' },
    occurred_at: AT,
    metadata,
  }
  const html = renderToString(h(AlarmList, { items: [record] } as never))
  return {
    callers: html.includes('class="callers"'),
    details: html.includes('<summary>Details</summary>'),
  }
}

it('shows callers and other metadata of an alarm only if there are any', () => {
  expect(alarm({})).toEqual({ callers: false, details: false })
  expect(alarm({ callers: [] })).toEqual({ callers: false, details: false })
  expect(alarm({ callers: [{ ip: '203.0.113.7', at: AT }] })).toEqual({
    callers: true,
    details: false,
  })
  expect(alarm({ attempts: 3 })).toEqual({ callers: false, details: true })
})

it.each([
  ['', false, 'No installations yet', 'Create an install token'],
  ['', true, 'This agent is not installed here', 'Show all'],
  ['offline', false, 'No offline installations', 'Show all'],
  ['offline', true, 'No offline installations of this agent', 'Show all'],
])(
  'shows an empty view "%s", filtered by agent: %s, with "%s" and "%s"',
  (key, filtered, title, action) => {
    const view = VIEWS.find((candidate) => candidate.key === key)!
    const html = renderToString(h(NoInstallations, { view, workspace_id: 'w', filtered }))
    const texts = [...html.matchAll(/<(?:p|a)\b[^>]*>([^<]+)/g)].map(([, text]) => text!.trim())
    expect(texts).toEqual(expect.arrayContaining([title, action]))
  },
)

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

it('retries a read twice without a response or if the registry is busy, and never after an error', () => {
  const retry = queryClient.getDefaultOptions().queries!.retry as (
    failures: number,
    error: unknown,
  ) => boolean
  const answered = (status: number) => new Problem(status, { code: 'X' })
  expect([0, 503, 401, 404, 500].map((status) => retry(0, answered(status)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect([0, 1, 2].map((failures) => retry(failures, answered(503)))).toEqual([true, true, false])
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

import { QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import { h, type ComponentProps } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { AlarmList } from '../../../dashboard/src/pages/installations/alarms/alarm-list.tsx'
import { CommandDialog } from '../../../dashboard/src/pages/installations/commands/command-menu.tsx'
import { NoInstallations } from '../../../dashboard/src/pages/installations/list/installation-table.tsx'
import { VIEWS } from '../../../dashboard/src/pages/installations/list/views.tsx'
import { ImageTable } from '../../../dashboard/src/pages/images/images.tsx'

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
  ['offline', false, 'No installation is offline', 'Show all'],
  ['offline', true, 'No installation of this agent is offline', 'Show all'],
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

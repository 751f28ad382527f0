import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '../../../dashboard/src/api/problem.ts'
import { AgentTasks } from '../../../dashboard/src/pages/agents/activity.tsx'
import Dispute from '../../../dashboard/src/pages/disputes/dispute.tsx'
import { AgentName, installationName } from '../../../dashboard/src/pages/installations/labels.tsx'
import { FleetTrends } from '../../../dashboard/src/shell/fleet-trends.tsx'
import { useFleetFilters } from '../../../dashboard/src/pages/installations/list/fleet-filters.tsx'
import { AgentTable } from '../../../dashboard/src/pages/registry/agent-table.tsx'
import { Failure } from '../../../dashboard/src/parts/feedback/failure.tsx'
import { Highlight } from '../../../dashboard/src/parts/text/highlight.tsx'
import { renderPage, textOf } from './render.ts'

const AT = '2026-03-02T09:10:00.000Z'
/** Without the override, this reads "readers" from right to left. */
const HOSTILE = '\u202Esredaer\u202C'

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://registry.test'))
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})
afterEach(() => vi.unstubAllGlobals())

describe('direction overrides in the name of an agent are shown', () => {
  it('in the results of a search', async () => {
    expect(renderToString(h(Highlight, { text: HOSTILE, words: ['sredaer'] }))).not.toMatch(
      /[\u202A-\u202E]/,
    )
    const agent = {
      svc_id: 'a',
      name: HOSTILE,
      version: '1',
      publisher: HOSTILE,
      llm_provider: HOSTILE,
      verification_status: 'verified',
      ownership: 'proved',
      reputation_score: 50,
    } as never
    const html = await renderPage(() => h(AgentTable, { agents: [agent], sort: 'name' }))
    expect(html).toContain('sredaer')
    expect(html).not.toMatch(/[\u202A-\u202E]/)
  })

  it('in the names of installations and tokens', async () => {
    expect(
      installationName({ agent_id: 'a', agent_name: HOSTILE, agent_version: '1' } as never),
    ).toBe('\uFFFDsredaer\uFFFD 1')
    const html = await renderPage(() => h(AgentName, { svc_id: 'a' }), {
      responded: [[['agent', 'a'], { data: { name: HOSTILE, version: '1' } }]],
    })
    expect(html).toContain('\uFFFDsredaer\uFFFD 1')
  })
})

it('names the values that the registry rejected, and offers no retry, which would fail too', async () => {
  const error = new Problem(400, {
    code: 'INVALID_PARAMETER',
    message: '`issues` lists the parameters at fault.',
    issues: [{ path: '/query/label_selector', message: 'is not a label selector' }],
  })
  expect(textOf(await renderPage(() => h(Failure, { error, retry: () => undefined })))).toBe(
    'The registry rejected these values label_selector is not a label selector',
  )
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

it('labels the steps of a month, which are not calendar days, with their time', async () => {
  const points = [AT, '2026-03-03T09:10:00.000Z'].map((from) => ({
    from,
    to: from,
    online: 1,
    heartbeats: 1,
    tasks: 0,
    failures: 0,
  }))
  const html = await renderPage(() => h(FleetTrends, { organization_id: 'org_1' }), {
    query: { period: 'month' },
    responded: [[['fleet-trends', 'org_1', 'month'], { data: { period: 'month', points } }]],
  })
  const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
  expect(html).toContain(time.format(new Date(AT)))
})

it('links from the tasks of an agent to those of the same workspace', async () => {
  const items = [{ workspace_id: 'ws_1', name: 'Production' }]
  const html = await renderPage(() => h(AgentTasks, { agent: { svc_id: 'a' } as never }), {
    responded: [[['workspaces', 'org_1'], { data: { items } }]],
  })
  expect(html).toContain('/tasks?workspace=ws_1&amp;agent=a"')
})

describe('a dispute of another organization than the selected one', () => {
  const shown = async (organizations: readonly string[], state = {}) =>
    textOf(
      await renderPage(Dispute, {
        pattern: '/disputes/:dispute_id',
        path: '/disputes/d',
        organizations,
        responded: [
          [
            ['dispute', 'd'],
            {
              data: {
                dispute_id: 'd',
                svc_id: 'svc-a',
                state: 'open',
                issue_type: 'security_concern',
                description: 'It paid twice.',
                organization_id: 'org_2',
                respondent_id: 'org_9',
                opened_at: AT,
                evidence: {},
                ...state,
              },
            },
          ],
        ],
      }),
    )

  it('names that organization', async () => {
    expect(await shown(['Acme', 'Paper Mill'])).toContain('Reported by Paper Mill')
  })

  it('offers a comment only to a member of one of its two sides', async () => {
    expect(await shown(['Acme', 'Paper Mill'])).toContain('Visible to both organizations')
    expect(await shown(['Acme'])).not.toContain('Visible to both organizations')
  })
})

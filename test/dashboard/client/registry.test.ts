import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Registry from '../../../dashboard/src/pages/registry/registry.tsx'
import { NO_FILTERS } from '../../../dashboard/src/pages/registry/search-state.ts'
import { AgentTable } from '../../../dashboard/src/pages/registry/agent-table.tsx'
import { Highlight } from '../../../dashboard/src/parts/text/highlight.tsx'
import { renderPage, textOf, type Role } from './render.ts'

/** The override makes this text appear as "readers". */
const HOSTILE = '\u202Esredaer\u202C'

it('replaces direction overrides with U+FFFD in the results of a search', async () => {
  expect(renderToString(h(Highlight, { text: HOSTILE, words: ['sredaer'] }))).toBe(
    '\uFFFD<mark>sredaer</mark>\uFFFD',
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
  expect(html.split('\uFFFDsredaer\uFFFD')).toHaveLength(4)
  expect(html).not.toMatch(/[\u202A-\u202E]/)
})

describe('a registry without results', () => {
  beforeEach(() => {
    vi.stubGlobal('location', new URL('https://registry.test/registry'))
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
  })
  afterEach(() => void vi.unstubAllGlobals())
  const shown = (query: Record<string, string>, search: object, role: Role = 'developer') =>
    renderPage(Registry, {
      query,
      role,
      responded: [
        [
          ['registry', { ...NO_FILTERS, q: '', sort: 'name', organization_id: 'org_1', ...search }],
          { data: { items: [] } },
        ],
      ],
    })

  it('says how to register an agent if nothing was searched for', async () => {
    const html = await shown({}, {})
    expect(html).toMatch(/href="[^"]*\/docs\/guides\/register"/)
    const text = textOf(html)
    expect(text).toContain('No agents are registered yet')
    expect(text).toContain('svc-agent register')
    expect(text).not.toContain('Clear all filters')
  })

  it('says which roles can register an agent if the role of the member cannot', async () => {
    const text = textOf(await shown({}, {}, 'viewer'))
    expect(text).toContain('A developer, admin or owner can register one.')
    expect(text).not.toContain('svc-agent register')
  })

  it('offers to clear the filters if there are some', async () => {
    const text = textOf(await shown({ skill: 'greet' }, { skill: 'greet' }))
    expect(text).toContain('No matching agents')
    expect(text).toContain('Clear all filters')
  })
})

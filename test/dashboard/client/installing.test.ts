import { QueryClientProvider } from '@tanstack/preact-query'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../dashboard/src/api/problem.ts'
import Installations from '../../../dashboard/src/pages/installations/list/installations.tsx'
import { AgentPicker } from '../../../dashboard/src/pages/installations/tokens/agent-picker.tsx'
import { clientWith, propsOf, renderPage, textOf, type QueryResponse } from './render.ts'

const AT = '2026-03-02T09:10:00.000Z'

describe('the search for an agent to install', () => {
  const agent = {
    svc_id: 'svc-a',
    name: 'Reader',
    version: '1.0.0',
    verification_status: 'verified',
  }
  /** Returns a client with the responses, a function that renders the field, and the list of what is selected with it. */
  const pickerAfter = async (responded: readonly QueryResponse[], chosen?: string) => {
    const client = await clientWith(responded)
    const selected: unknown[] = []
    const picker = { selected: chosen, onSelect: (svc_id: unknown) => selected.push(svc_id) }
    const render = () =>
      renderToString(h(QueryClientProvider, { client, children: h(AgentPicker, picker) }))
    return { client, render, selected }
  }
  /** Returns the agents that are selected when keys are pressed while a search has found some. */
  const selectedBy = async (found: readonly object[], ...keys: readonly string[]) => {
    const { render, selected } = await pickerAfter([
      [['agent-search', ''], { data: { items: found } }],
    ])
    const [input] = propsOf<{ onKeyDown: (event: object) => void }>('input', render)
    for (const key of keys) input!.onKeyDown({ key, preventDefault: () => undefined })
    return selected
  }

  it('selects the first match with Enter only', async () => {
    expect(await selectedBy([agent, { ...agent, svc_id: 'svc-b' }], 'Enter')).toEqual(['svc-a'])
    expect(await selectedBy([agent], 'r', 'Tab', 'Escape')).toEqual([])
  })

  it('selects the first match although an arrow key was pressed while none was listed', async () => {
    const { client, render, selected } = await pickerAfter([
      [['agent-search', ''], { data: { items: [agent, { ...agent, svc_id: 'svc-b' }] } }],
    ])
    const laterResults = [[], [agent]]
    const inputs = propsOf<{
      onKeyDown: (event: object) => void
      'aria-activedescendant': string | undefined
    }>('input', render, ({ onKeyDown }) => {
      const items = laterResults.shift()
      if (items) client.setQueryData(['agent-search', ''], { items })
      onKeyDown({ key: items ? 'ArrowDown' : 'Enter', preventDefault: () => undefined })
    })
    expect(
      inputs.map((input) => input['aria-activedescendant']?.replace(/^.*?(-+\d)$/, '$1')),
    ).toEqual(['-0', undefined, '-0'])
    expect(selected).toEqual(['svc-a'])
  })

  it('selects nothing if nothing was found', async () => {
    expect(await selectedBy([], 'Enter', 'r')).toEqual([])
  })

  it.each([
    [402, { alert: false, retry: false, plan: true }],
    [0, { alert: true, retry: true, plan: false }],
    [403, { alert: true, retry: false, plan: false }],
    [503, { alert: true, retry: true, plan: false }],
  ])('mentions the plan only if the search fails with status 402: %i', async (status, expected) => {
    const error = new Problem(status, { code: 'X', message: 'It failed.' })
    const html = (await pickerAfter([[['agent-search', ''], { error }]])).render()
    expect({
      alert: html.includes('role="alert"') && html.includes('It failed.'),
      retry: html.includes('Try again'),
      plan: html.includes('Your plan does not include agent search.'),
    }).toEqual(expected)
  })

  it.each([
    [404, true],
    [503, false],
  ])('shows a selected agent as unknown only if the status is 404: %i', async (status, unknown) => {
    const error = new Problem(status, { code: 'X' })
    const html = (await pickerAfter([[['agent', 'svc-a'], { error }]], 'svc-a')).render()
    expect(html.includes('Unknown agent')).toBe(unknown)
  })
})

it('lists as never bootstrapped only agents that have no installation, with the time that their tokens have left', async () => {
  const token = (agent_id: string, state: string) => ({
    token_id: `t-${agent_id}-${state}`,
    workspace_id: 'ws_1',
    agent_id,
    state,
    created_at: AT,
    expires_at: AT,
  })
  const newestOf = (agent_id: string, items: readonly object[]): QueryResponse => [
    ['installation-list', 'ws_1', 'newest', agent_id],
    { data: { items } },
  ]
  const html = await renderPage(Installations, {
    pattern: '/workspaces/:workspace_id/installations',
    path: '/workspaces/ws_1/installations',
    responded: [
      [
        ['installation-list', 'org_1', 'page', { workspace_ids: ['ws_1'] }, undefined],
        { data: { items: [], next_cursor: 'more', limit: 50 } },
      ],
      [
        ['install-tokens', 'ws_1', undefined, 200],
        {
          data: {
            items: [
              token('svc-none', 'expired'),
              token('svc-about-to-expire', 'outstanding'),
              token('svc-later-page', 'expired'),
              token('svc-not-read-yet', 'outstanding'),
              token('svc-used', 'expired'),
              token('svc-used', 'consumed'),
              token('svc-withdrawn', 'revoked'),
            ],
          },
        },
      ],
      newestOf('svc-none', []),
      newestOf('svc-about-to-expire', []),
      newestOf('svc-later-page', [{ installation_id: 'i' }]),
      newestOf('svc-used', []),
      newestOf('svc-withdrawn', []),
    ],
  })
  const [, rows = ''] = html.split('Agents that never bootstrapped')
  expect([...new Set(rows.match(/svc-[a-z-]+/g))]).toEqual(['svc-none', 'svc-about-to-expire'])
  expect(textOf(rows)).toContain('expires in 0:00')
})

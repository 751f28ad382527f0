import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { AgentTable } from '../../../dashboard/src/pages/registry/agent-table.tsx'
import { Highlight } from '../../../dashboard/src/parts/text/highlight.tsx'
import { renderPage } from './render.ts'

/** Without the override, this reads "readers" from right to left. */
const HOSTILE = '\u202Esredaer\u202C'

it('shows direction overrides in the results of a search', async () => {
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

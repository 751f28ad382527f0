import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearQueries, queryClient } from '../../../dashboard/src/api/query-client.ts'
import type { Policy, PolicyContent } from '../../../dashboard/src/api/policies.ts'
import { useDraft, type Draft } from '../../../dashboard/src/pages/policies/draft.tsx'
import PolicyPage from '../../../dashboard/src/pages/policies/policy.tsx'
import { CurrentUserProvider, useCurrentUser } from '../../../dashboard/src/shell/current-user.tsx'
import { renderPage } from './render.ts'

const CONTENT: PolicyContent = {
  models: { allowed: ['*'], denied: [], allowed_providers: ['*'] },
  tools: { allowed: ['*'], denied: [], require_approval: [] },
  network: { allowed_hosts: ['*'], require_tls: false },
  filesystem: { allowed_paths: ['*'] },
  a2a: { allowed_callers: ['*'], allowed_skills: ['*'] },
  compliance: { frameworks: [], data_residency: [] },
}
const BASE = { workspace_id: 'ws_1', version: 1, content: CONTENT } as Policy
const CHANGED: Draft = {
  base: BASE,
  content: { ...CONTENT, network: { allowed_hosts: ['*'], require_tls: true } },
}

const listeners = new Set<(event: { preventDefault(): void }) => void>()
beforeEach(() => {
  vi.stubGlobal('addEventListener', (type: string, listener: never) => {
    if (type === 'beforeunload') listeners.add(listener)
  })
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  listeners.clear()
})

/** Returns what a hook returns when it is called by a component. */
function use<T>(hook: () => T): T {
  const results: T[] = []
  const Caller = () => {
    results.push(hook())
    return null
  }
  const organizations = ['org_1', 'org_2'].map((organization_id) => ({ organization_id }))
  const session = { memberships: organizations } as never
  renderToString(h(CurrentUserProvider, { session, children: h(Caller, null) }))
  return results[0]!
}
const draftOf = (workspace_id: string) => use(() => useDraft(workspace_id))[0]
const setDraft = (draft: Draft | undefined) => use(() => useDraft('ws_1'))[1](draft)

it('keeps the draft of a workspace when another organization is chosen, and removes responses', () => {
  setDraft(CHANGED)
  queryClient.setQueryData(['workspaces', 'org_1'], { items: [] })
  use(useCurrentUser).selectOrganization('org_2')
  expect(queryClient.getQueryData(['workspaces', 'org_1'])).toBeUndefined()
  expect([draftOf('ws_1'), draftOf('ws_2')]).toEqual([CHANGED, undefined])
})

it('removes drafts when the user signs out', () => {
  setDraft(CHANGED)
  clearQueries()
  expect(draftOf('ws_1')).toBeUndefined()
})

it('keeps JSON text that is not valid yet, and shows it again with its issues', async () => {
  const text = '{ "models": '
  setDraft({ ...CHANGED, text })
  const html = await renderPage(PolicyPage, {
    pattern: '/workspaces/:workspace_id',
    path: '/workspaces/ws_1',
    responded: [[['policy', 'ws_1', 'current'], { data: BASE }]],
  })
  expect(/<textarea[^>]*>([^<]*)/.exec(html)?.[1]).toBe(text.replaceAll('"', '&quot;'))
  expect(html).toContain('This is not valid JSON')
})

it('asks before a reload only while a draft contains changes', () => {
  const asksBeforeReload = () => {
    const preventDefault = vi.fn<() => void>()
    for (const listener of listeners) listener({ preventDefault })
    return preventDefault.mock.calls.length > 0
  }
  setDraft({ base: BASE, content: CONTENT })
  expect(asksBeforeReload()).toBe(false)
  setDraft({ base: BASE, content: CONTENT, text: '{ "models": ' })
  expect(asksBeforeReload()).toBe(true)
  setDraft({ base: BASE, content: CONTENT, text: JSON.stringify(CONTENT) })
  expect(asksBeforeReload()).toBe(false)
  setDraft(CHANGED)
  expect(asksBeforeReload()).toBe(true)
  setDraft(undefined)
  expect(asksBeforeReload()).toBe(false)
  setDraft(CHANGED)
  clearQueries()
  expect(asksBeforeReload()).toBe(false)
})

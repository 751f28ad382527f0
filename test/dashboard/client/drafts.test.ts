import { QueryClientProvider } from '@tanstack/preact-query'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  clearOrganization,
  clearQueries,
  queryClient,
  SESSION_KEY,
} from '../../../dashboard/src/api/query-client.ts'
import type { Policy } from '../../../dashboard/src/api/policies.ts'
import { useDeleteWorkspace } from '../../../dashboard/src/api/workspaces.ts'
import { PolicyReview, useDraft, type Draft } from '../../../dashboard/src/pages/policies/draft.tsx'
import { PolicyEditor } from '../../../dashboard/src/pages/policies/editor.tsx'
import PolicyPage from '../../../dashboard/src/pages/policies/policy.tsx'
import { Form } from '../../../dashboard/src/parts/forms/form.tsx'
import { CurrentUserProvider } from '../../../dashboard/src/shell/current-user.tsx'
import { DEFAULT_POLICY, propsOf, renderPage, withLocation } from './render.ts'

/**
 * The responses of the registry to the next writes. Test files share modules, so those with a replaced client are loaded for this file
 * only.
 */
const { responses } = vi.hoisted(() => {
  vi.resetModules()
  return { responses: [] as unknown[] }
})
vi.mock('../../../dashboard/src/api/client.ts', () => {
  const respond = () => responses.shift()
  return {
    unwrap: (response: unknown) => Promise.resolve(response),
    api: { PUT: respond, DELETE: respond },
  }
})

afterAll(() => void vi.resetModules())

const BASE = { workspace_id: 'ws_1', version: 1, content: DEFAULT_POLICY } as Policy
const CHANGED: Draft = {
  base: BASE,
  content: { ...DEFAULT_POLICY, network: { allowed_hosts: ['*'], require_tls: true } },
}
const SAVED = { ...BASE, version: 2, content: CHANGED.content }

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
  responses.length = 0
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
  renderToString(
    withLocation(
      h(QueryClientProvider, {
        client: queryClient,
        children: h(CurrentUserProvider, { session, children: h(Caller, null) }),
      }),
    ),
  )
  return results[0]!
}
const draftOf = (workspace_id: string) => use(() => useDraft(workspace_id))[0]
const setDraft = (draft: Draft | undefined, workspace_id = 'ws_1') =>
  use(() => useDraft(workspace_id))[1](draft)

/** Returns whether the browser asks for confirmation before a reload. */
function asksBeforeReload(): boolean {
  const preventDefault = vi.fn<() => void>()
  for (const listener of listeners) listener({ preventDefault })
  return preventDefault.mock.calls.length > 0
}

/** Saves the draft in an editor that is removed while the request is running. */
function saveAndLeave(draft: Draft): void {
  const render = () =>
    renderToString(
      h(QueryClientProvider, {
        client: queryClient,
        children: h(PolicyEditor, { policy: BASE, draft, onChange: () => undefined }),
      }),
    )
  const review = () =>
    propsOf<{ onSubmit: () => void }>(Form as never, render, ({ onSubmit }, index) => {
      if (index === 0) onSubmit()
    })
  propsOf<{ onSave: () => void }>(PolicyReview as never, review)
    .at(-1)!
    .onSave()
}

it('keeps the draft of a workspace when the responses for an organization are removed', () => {
  setDraft(CHANGED)
  queryClient.setQueryData(['workspaces', 'org_1'], { items: [] })
  clearOrganization()
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
  setDraft({ base: BASE, content: DEFAULT_POLICY })
  expect(asksBeforeReload()).toBe(false)
  setDraft({ base: BASE, content: DEFAULT_POLICY, text: '{ "models": ' })
  expect(asksBeforeReload()).toBe(true)
  setDraft({ base: BASE, content: DEFAULT_POLICY, text: JSON.stringify(DEFAULT_POLICY) })
  expect(asksBeforeReload()).toBe(false)
  setDraft(CHANGED)
  expect(asksBeforeReload()).toBe(true)
  setDraft(undefined)
  expect(asksBeforeReload()).toBe(false)
  setDraft(CHANGED)
  clearQueries()
  expect(asksBeforeReload()).toBe(false)
})

it('asks before a reload only if the user could still save the draft', () => {
  setDraft(CHANGED)
  const asksWith = (session: object | null) => {
    queryClient.setQueryData(SESSION_KEY, session)
    return asksBeforeReload()
  }
  const member = (organization_id: string, ...scopes: string[]) => ({ organization_id, scopes })
  expect(asksWith({ memberships: [member('org_1', 'policy:write')] })).toBe(true)
  expect(asksWith({ memberships: [member('org_1', 'policy:read')] })).toBe(false)
  expect(asksWith({ memberships: [member('org_2', 'policy:write')] })).toBe(false)
  // After the session has expired, the user can sign in again and continue.
  expect(asksWith(null)).toBe(true)
})

it('removes the draft of a workspace that is deleted, and no other', async () => {
  setDraft(CHANGED, 'ws_1')
  setDraft(CHANGED, 'ws_2')
  responses.push({})
  await use(() => useDeleteWorkspace('org_1', 'ws_1')).mutateAsync(false)
  expect([draftOf('ws_1'), draftOf('ws_2')]).toEqual([undefined, CHANGED])
})

it('removes a draft that was saved after the editor was left', async () => {
  setDraft(CHANGED)
  responses.push(SAVED)
  saveAndLeave(CHANGED)
  await vi.waitFor(() => expect(draftOf('ws_1')).toBeUndefined())
})

it('keeps changes that were made while the draft was being saved, based on the saved version', async () => {
  setDraft(CHANGED)
  const { promise, resolve } = Promise.withResolvers<Policy>()
  responses.push(promise)
  saveAndLeave(CHANGED)
  const content = { ...CHANGED.content, filesystem: { allowed_paths: ['/data/*'] } }
  setDraft({ ...CHANGED, content })
  resolve(SAVED)
  await vi.waitFor(() => expect(draftOf('ws_1')).toEqual({ base: SAVED, content }))
})

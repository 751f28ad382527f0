import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Problem, unreachable } from '../../../dashboard/src/api/problem.ts'
import { readLogKey } from '../../../dashboard/src/api/transparency.ts'
import { Failure } from '../../../dashboard/src/parts/feedback/failure.tsx'
import { Button } from '../../../dashboard/src/parts/forms/button.tsx'
import { Form } from '../../../dashboard/src/parts/forms/form.tsx'
import { propsOf, renderPage, textOf } from './render.ts'

const send = { onSubmit: () => undefined, children: null }
const inForm = async (error: unknown, changes = true) =>
  textOf(await renderPage(() => h(Form, { ...send, error, changes })))
const UNCLEAR = 'It is not known whether the request was carried out.'

describe('the error of a form', () => {
  it('says that nothing was saved only if the request was certainly not carried out', async () => {
    const limited = new Problem(429, undefined, { retry_after: 30 })
    expect(await inForm(limited)).toBe(
      'Too many requests were sent. Nothing was saved. Try again in 30 seconds.',
    )
    expect(await inForm(limited, false)).toBe(
      'Too many requests were sent. Try again in 30 seconds.',
    )
    const busy = { code: 'SERVER_BUSY', message: 'Busy.', request_id: 'req_1' }
    expect(await inForm(new Problem(503, busy, { retry_after: 1 }))).toBe(
      'Busy. Nothing was saved. Try again in 1 second. SERVER_BUSY · request req_1',
    )
    for (const status of [502, 503, 504])
      expect(await inForm(new Problem(status, '<html>'))).toBe(
        `A proxy could not get a response from the registry (status ${status}). ${UNCLEAR} Check that before you try again.`,
      )
    expect(await inForm(unreachable())).toContain(UNCLEAR)
    expect(await inForm(unreachable(), false)).toMatch(/offline\. Try again\.$/)
  })

  it('names the request, even if only a header does', async () => {
    const error = new Problem(500, undefined, { request_id: 'req_2' })
    expect(await inForm(error)).toMatch(/status 500 · request req_2$/)
  })

  it('gives no advice about values that the user can correct', async () => {
    const issues = [{ path: '/body/name', message: 'must not be empty' }]
    const text = await inForm(new Problem(422, { issues, request_id: 'req_3' }))
    expect(text).toBe('The registry rejected these values: name must not be empty')
  })
})

it('the message of a failed request has a specific title for a conflict, and for the last owner of an organization', async () => {
  const titled = async (code: string) =>
    textOf(
      await renderPage(() =>
        h(Failure, { error: new Problem(409, { code, message: 'Why.' }), changes: true }),
      ),
    )
  expect(await titled('LAST_OWNER')).toBe('An organization needs an owner Why.')
  expect(await titled('MEMBER_EXISTS')).toBe('Not possible in the current state Why.')
})

it('a failed request for the key of the log has the status of the response, if there is one', async () => {
  const { signal } = new AbortController()
  const failed = async (response: () => Promise<unknown>, { aborted = false } = {}) => {
    vi.stubGlobal('fetch', response)
    return readLogKey(aborted ? AbortSignal.abort() : signal).catch((cause: unknown) => cause)
  }
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await failed(async () => new Response('', { status: 503 }))).toMatchObject({
    status: 503,
    message: 'A proxy could not get a response from the registry (status 503).',
  })
  const broken = new TypeError('fetch failed')
  expect(await failed(() => Promise.reject(broken))).toMatchObject({ code: 'UNREACHABLE' })
  expect(await failed(() => Promise.reject(broken), { aborted: true })).toBe(broken)
})

it('a pending button ignores clicks, and keeps the focus because it is not disabled', () => {
  const onClick = vi.fn<() => void>()
  const preventDefault = vi.fn<() => void>()
  const propsWhile = (pending: boolean) =>
    propsOf<{ onClick: (event: object) => void; disabled?: boolean }>('button', () =>
      renderToString(h(Button, { pending, onClick, children: 'Save' })),
    )[0]!
  const pending = propsWhile(true)
  expect(pending).toMatchObject({ 'aria-disabled': true, 'aria-busy': true })
  expect(pending.disabled).toBeUndefined()
  pending.onClick({ preventDefault })
  expect([onClick.mock.calls.length, preventDefault.mock.calls.length]).toEqual([0, 1])
  propsWhile(false).onClick({ preventDefault })
  expect([onClick.mock.calls.length, preventDefault.mock.calls.length]).toEqual([1, 1])
})

import { QueryClientProvider } from '@tanstack/preact-query'
import fc from 'fast-check'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it, vi } from 'vitest'
import { EnterPinForm } from '../../../dashboard/src/pages/sign-in/enter-pin.tsx'
import { nextPath } from '../../../dashboard/src/pages/sign-in/sign-in.tsx'
import SignIn from '../../../dashboard/src/pages/sign-in/sign-in.tsx'
import { clientWith, renderPage, textOf } from './render.ts'

const SITE = 'https://registry.example'

describe('the path after a sign-in', () => {
  it.each(['/', '/registry?verified=true', '/agents/a%2Fb#log', '/a//b', '/a\\b'])(
    'is %s, as the link says',
    (next) => expect(nextPath(next)).toBe(next),
  )

  it.each([
    undefined,
    '',
    'registry',
    '//evil.example/',
    'https://evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example/',
    '/\n/evil.example/',
    '/\r\\evil.example/',
    'javascript:alert(1)',
    ' //evil.example',
  ])('is not %j, but /', (next) => expect(nextPath(next)).toBe('/'))

  it('never leads to another site, regardless of the link', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '\t',
      '\n',
      '\r',
      ' ',
      ':',
      '@',
      '?',
      '#',
      '.',
      '%2f',
      'evil.example',
    )
    fc.assert(
      fc.property(
        fc.array(fc.oneof(part, fc.string({ maxLength: 2 })), { maxLength: 6 }),
        (parts) => {
          const target = new URL(nextPath(parts.join('')), SITE)
          expect(target.origin).toBe(SITE)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

it('does not announce an e-mail if the operator has started the sign-in', async () => {
  vi.stubGlobal('location', {
    hash: '#email=ada%40acme.example&challenge_id=c&expires_at=2026-03-02T09%3A10%3A00.000Z',
  })
  const text = textOf(await renderPage(SignIn))
  expect(text).toContain(
    'Enter the 8-digit PIN for ada@acme.example that you received from the operator',
  )
  expect(text).not.toMatch(/on its way|No e-mail/)
})

const AT = '2026-03-02T09:10:00.000Z'

it('does not say that only members receive a PIN', async () => {
  const form = h(EnterPinForm, {
    pinRequest: {
      email: 'ada@acme.example',
      challenge: { challenge_id: 'c', expires_at: AT, delivery: 'email' },
    },
    onRequested: () => undefined,
    onBack: () => undefined,
  } as never)
  const text = textOf(
    renderToString(h(QueryClientProvider, { client: await clientWith([]), children: form })),
  )
  expect(text).toContain(
    'If ada@acme.example can sign in to this registry, an e-mail with an 8-digit PIN',
  )
  expect(text).not.toContain('member')
})

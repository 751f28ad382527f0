import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextPath } from '../../../dashboard/src/pages/sign-in/next-path.ts'

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

import { expect, it } from 'vitest'
import type { Exchange } from '../src/engine/types.ts'
import { isSuccess } from '../src/judge/assertions.ts'

it.each([
  [199, false],
  [200, true],
  [204, true],
  [299, true],
  [300, false],
  [404, false],
  [500, false],
])('treats the status %i as a success: %s', (status, success) => {
  const outcome = { kind: 'response', status, headers: [], body: '', ms: 1, at: 0 } as const
  expect(isSuccess({ outcome } as Partial<Exchange> as Exchange)).toBe(success)
})

it('does not treat a failed request as a success', () => {
  const outcome = {
    kind: 'failure',
    phase: 'answer',
    code: 'reset',
    says: '',
    ms: 1,
    at: 0,
  } as const
  expect(isSuccess({ outcome } as Partial<Exchange> as Exchange)).toBe(false)
})

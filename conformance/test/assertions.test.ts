import { expect, it } from 'vitest'
import type { Exchange } from '../src/engine/types.ts'
import { isSuccess } from '../src/judge/assertions.ts'

const isSuccessStatus = (status: number): boolean => {
  const outcome = { kind: 'response', status, headers: [], body: '', ms: 1, at: 0 } as const
  return isSuccess({ outcome } as Partial<Exchange> as Exchange)
}

it.each([200, 204, 299])('treats the status %i as a success', (status) =>
  expect(isSuccessStatus(status)).toBe(true),
)

it.each([199, 300, 404, 500])('does not treat the status %i as a success', (status) =>
  expect(isSuccessStatus(status)).toBe(false),
)

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

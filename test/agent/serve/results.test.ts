import { expect, it } from 'vitest'
import { resultOf } from '../../../src/agent/tasks/results.ts'

it.each([
  [undefined, {}],
  [null, {}],
  ['text', { text: 'text' }],
  [7, { value: 7 }],
  [[1, 2], { value: [1, 2] }],
  [{ letters: 3 }, { letters: 3 }],
])('the value %j of a skill becomes the result %j', (value, result) => {
  expect(resultOf(value, () => undefined)).toEqual({ result })
})

import { expect, it } from 'vitest'
import { checkedResult } from '../../../src/agent/tasks/results.ts'

it.each([
  [undefined, {}],
  [null, {}],
  ['text', { text: 'text' }],
  [7, { value: 7 }],
  [[1, 2], { value: [1, 2] }],
  [{ letters: 3 }, { letters: 3 }],
])('the value %j of a skill becomes the result %j', (value, result) => {
  expect(checkedResult(value, () => undefined)).toEqual({ result })
})

it.each([
  ['x\ud800', { text: 'x\ufffd' }],
  [{ '\udc00': ['\ud83d', '\ud83d\ude00'] }, { '\ufffd': ['\ufffd', '\ud83d\ude00'] }],
  ['\\ud800 \\\ud800', { text: '\\ud800 \\\ufffd' }],
])('replaces unpaired surrogates in the value %j of a skill', (value, result) => {
  expect(checkedResult(value, () => undefined)).toEqual({ result })
})

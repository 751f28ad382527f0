import { expect, it } from 'vitest'
import { checkedResult } from '../../../src/agent/tasks/results.ts'
import { outcomeOfAnswer } from '../../../src/domain/tasks/answer.ts'

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

/** Returns an object with this many levels. */
const nested = (levels: number): object => (levels === 1 ? {} : { in: nested(levels - 1) })

it.each([
  ['an object of 63 levels', nested(63), undefined],
  ['an object of 64 levels', nested(64), 'it is nested deeper than 63 levels'],
  ['a list of 62 levels, which an object wraps', [nested(61)], undefined],
  ['a list of 63 levels', [nested(62)], 'it is nested deeper than 63 levels'],
])('accepts a result only if the platform accepts it in an answer: %s', (_name, value, fault) => {
  const result = Array.isArray(value) ? { value } : value
  const checked = checkedResult(value, () => undefined)
  expect(checked).toEqual(fault === undefined ? { result } : { fault })
  const body = { task_id: 't', status: 'completed', result, output: result }
  const answer = { kind: 'answered', http_status: 200, encoded: false } as const
  const outcome = outcomeOfAnswer('t', { ...answer, body: Buffer.from(JSON.stringify(body)) })
  expect(outcome.status).toBe(fault === undefined ? 'completed' : 'failed')
})

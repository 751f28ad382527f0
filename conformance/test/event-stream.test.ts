import { describe, expect, it } from 'vitest'
import { eventsOf, withoutStream } from '../src/judge/event-stream.ts'
import { bodyOf } from '../src/judge/json.ts'
import { exchangeWith } from './support/judge.ts'

describe('an event stream', () => {
  it.each([
    ['CRLF', '\r\n'],
    ['LF', '\n'],
    ['CR', '\r'],
  ])('may end its lines with %s', (_, end) => {
    const lines = ['event: first', 'data: 1', '', '', 'id: 2', 'data: {"a":', 'data: 1}', '', '']
    const exchange = exchangeWith(lines.join(end))
    expect(eventsOf(exchange)).toEqual([1, { a: 1 }])
    expect(bodyOf(withoutStream(exchange))).toEqual({ a: 1 })
  })

  it.each([
    ['a byte order mark', '\uFEFFdata: 7\n\n', [7]],
    ['mixed line endings', 'data: [7,\r\ndata: 8,\rdata: 9]\n\r\ndata: 2\n\n', [[7, 8, 9], 2]],
    ['comments', ': comment\n\n: comment\ndata: 7\n:data: 8\n\n', [7]],
    ['no space after the colon', 'data:"7"\n\n', ['7']],
    ['data that is not JSON', 'data: "\ndata:  7"\n\n', [undefined]],
    ['events without data', 'data\n\ndata:\n\nevent: x\n\ndata: 7\n\n', [7]],
    ['fields with similar names', 'database: 1\n data: 2\nDATA: 3\ndata: 7\n\n', [7]],
  ])('may have %s', (_, body, values) => {
    expect(eventsOf(exchangeWith(body))).toEqual(values)
  })

  it('loses only one of several spaces after a colon', () => {
    const { outcome } = withoutStream(exchangeWith('data:  "a\ndata:   b"\n\n'))
    expect(outcome).toMatchObject({ body: ' "a\n  b"' })
  })
})

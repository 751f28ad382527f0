import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventsOf } from '../../../src/agent/foreign/event-stream.ts'

const STREAM = [
  ': hello',
  '',
  'id: 1',
  'data:',
  '',
  'data: {"a":',
  'data:  "é"}',
  '',
  'data',
  '',
  '',
]
const EVENTS = ['{"a":\n "é"}']

async function read(chunks: readonly Buffer[]): Promise<readonly string[]> {
  const events: string[] = []
  const source = (async function* () {
    for (const chunk of chunks) yield chunk
  })()
  for await (const event of eventsOf(source, 1000)) events.push(event)
  return events
}

describe('the reader of an event stream', () => {
  it('returns the same events for LF, CRLF and CR, wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 8 }),
        async (newline, cuts) => {
          const bytes = Buffer.from(STREAM.join(newline))
          const ends = [...cuts.toSorted((a, b) => a - b), bytes.length]
          const chunks = ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end))
          expect(await read(chunks)).toEqual(EVENTS)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('returns an event once its blank line has arrived, even one that ends with CR', async () => {
    const source = (async function* () {
      yield Buffer.from('data: 1\r\r')
      await new Promise(() => undefined)
    })()
    expect(await eventsOf(source, 1000).next()).toEqual({ done: false, value: '1' })
  })

  it('ignores one byte order mark at the start of the stream, wherever the chunks end', async () => {
    const bytes = Buffer.from('\uFEFFdata: 1\n\n\uFEFFdata: 2\n\n')
    for (let cut = 0; cut <= bytes.length; cut += 1)
      expect(await read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(['1'])
  })

  it('ignores fields whose names only begin with "data"', async () => {
    expect(await read([Buffer.from('dataset: 1\ndata: 2\n\n')])).toEqual(['2'])
  })
})

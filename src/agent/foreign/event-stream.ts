import { createLineSplitter } from '../external/lines.ts'
import { provokedMismatch } from './mismatch.ts'

/** Yields the data of each event of an event stream (HTML, server-sent events). @throws ForeignError if it is longer than `max_bytes` */
export async function* eventsOf(
  chunks: AsyncIterable<Buffer>,
  max_bytes: number,
): AsyncGenerator<string, void> {
  const read = createEventReader(max_bytes)
  for await (const chunk of chunks) yield* read(chunk)
}

/** Creates a function that returns the data of the events that a chunk completes. */
function createEventReader(max_bytes: number): (chunk: Buffer) => readonly string[] {
  let total = 0
  let data: string[] = []
  const complete: string[] = []
  const readLine = (line: string): void => {
    const [, value] = /^data:? ?(.*)$/s.exec(line) ?? []
    if (value !== undefined) data.push(value)
    if (line !== '') return
    const event = data.join('\n')
    data = []
    // A server may begin with an event that has only an id.
    if (event !== '') complete.push(event)
  }
  const splitter = createLineSplitter({
    max_bytes,
    onLine: (line) => readLine(line.toString('utf8').replace(/\r$/, '')),
  })
  return (chunk) => {
    total += chunk.length
    if (total > max_bytes)
      throw provokedMismatch('EXECUTION_ERROR', `the stream is longer than ${max_bytes} bytes`)
    splitter.add(chunk)
    return complete.splice(0)
  }
}

import { createLineSplitter } from '../external/lines.ts'
import { callerCausedMismatch } from './mismatch.ts'

/**
 * Yields the data of each event of an event stream (HTML, server-sent events). @throws ForeignError if the stream is longer than
 * `max_bytes`
 */
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
  let isFirst = true
  const readLine = (read: string): void => {
    // A stream may begin with one byte order mark, which belongs to no line.
    const line = isFirst ? read.replace(/^\uFEFF/, '') : read
    isFirst = false
    const [isData, value = ''] = /^data(?:: ?(.*))?$/s.exec(line) ?? []
    if (isData !== undefined) data.push(value)
    if (line !== '') return
    const event = data.join('\n')
    data = []
    // A server may begin with an event that has only an id.
    if (event !== '') complete.push(event)
  }
  const splitter = createLineSplitter({
    max_bytes,
    onLine: (line) => readLine(line.toString('utf8')),
  })
  const withLineFeeds = createNewlineNormalizer()
  return (chunk) => {
    total += chunk.length
    if (total > max_bytes)
      throw callerCausedMismatch('EXECUTION_ERROR', `the stream is longer than ${max_bytes} bytes`)
    splitter.add(withLineFeeds(chunk))
    return complete.splice(0)
  }
}

/**
 * Creates a function that ends each line with LF, because CR and CRLF also end lines of an event stream. A chunk may end between CR and
 * LF.
 */
function createNewlineNormalizer(): (chunk: Buffer) => Buffer {
  let endsWithCr = false
  return (chunk) => {
    const text = chunk.toString('latin1')
    const rest = endsWithCr && text.startsWith('\n') ? text.slice(1) : text
    if (text !== '') endsWithCr = text.endsWith('\r')
    return Buffer.from(rest.replace(/\r\n?/g, '\n'), 'latin1')
  }
}

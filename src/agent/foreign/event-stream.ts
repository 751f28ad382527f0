import { createLineSplitter } from '../external/lines.ts'
import { mismatch } from './mismatch.ts'

/** Yields the data of each event of an event stream (HTML, server-sent events). @throws ForeignError if it is longer than `max_bytes` */
export async function* eventsOf(
  chunks: AsyncIterable<Buffer>,
  max_bytes: number,
): AsyncGenerator<string, void> {
  let total = 0
  const lines: string[] = []
  const splitter = createLineSplitter({
    max_bytes,
    onLine: (line) => lines.push(line.toString('utf8').replace(/\r$/, '')),
  })
  let data: string[] = []
  for await (const chunk of chunks) {
    total += chunk.length
    if (total > max_bytes) throw mismatch(`the stream is longer than ${max_bytes} bytes`)
    splitter.add(chunk)
    for (const line of lines.splice(0)) {
      if (line === '') {
        const event = data.join('\n')
        data = []
        // A server may begin with an event that has only an id.
        if (event !== '') yield event
      }
      const [, value] = /^data:? ?(.*)$/s.exec(line) ?? []
      if (value !== undefined) data.push(value)
    }
  }
}

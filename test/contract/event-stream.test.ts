import { describe, expect, it } from 'vitest'
import { EventStream } from '../../src/contract/event-stream.ts'

/** Creates a connection that records what happens to it, and whose client has this many unread bytes. */
function connection(unread = 0) {
  const notes: string[] = []
  const sink = {
    write: (text: string) => notes.push(text),
    end: () => notes.push('end'),
    destroy: () => notes.push('destroy'),
    unread: () => unread,
  }
  return { notes, sink }
}

describe('a stream of events', () => {
  it('sends each event as JSON on a line of its own, and then ends', () => {
    const { notes, sink } = connection()
    const stream = new EventStream()
    stream.connect(sink)
    stream.send({ text: 'two\nlines' }, { n: 2 })
    stream.end()
    expect(notes).toEqual(['data: {"text":"two\\nlines"}\n\ndata: {"n":2}\n\n', 'end'])
  })

  it('keeps events, and the end of the stream, until a client is connected', () => {
    const { notes, sink } = connection()
    const stream = new EventStream()
    stream.send({ n: 1 })
    stream.send({ n: 2 })
    stream.end()
    stream.send({ n: 3 })
    stream.connect(sink)
    expect(notes).toEqual(['data: {"n":1}\n\ndata: {"n":2}\n\n', 'end'])
  })

  it('drops events once the connection has ended', () => {
    const { notes, sink } = connection()
    const stream = new EventStream()
    stream.connect(sink)
    stream.close()
    stream.send({ n: 1 })
    expect([notes, stream.closed.aborted]).toEqual([[], true])
  })

  it.each([
    ['writes to', 1024 * 1024, 'data: {"n":1}\n\n'],
    ['destroys', 1024 * 1024 + 1, 'destroy'],
  ])('T-08: %s the connection of a client with %i unread bytes', (_, unread, note) => {
    const { notes, sink } = connection(unread)
    const stream = new EventStream()
    stream.connect(sink)
    stream.send({ n: 1 })
    expect(notes).toEqual([note])
  })
})

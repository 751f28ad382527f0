import type { ServerResponse } from 'node:http'
import type { ContractResponse } from './response.ts'

/** The connection to which events are sent. */
export interface EventSink {
  write(text: string): void
  end(): void
  /** Closes the connection at once. */
  destroy(): void
  /** Returns how many bytes wait for the client to read them. */
  unread(): number
}

/** Bytes of events that may wait for a client. The connection of a client that reads more slowly is closed. */
const MAX_UNREAD_BYTES = 1024 * 1024

/**
 * The body of a response that is sent event by event (Server-Sent Events). The producer sends events whether a client is connected or not;
 * events from before the connection are kept, and those after its end are dropped.
 */
export class EventStream {
  #unsent = ''
  #ended = false
  #sink: EventSink | undefined
  readonly #closed = new AbortController()

  /** Aborted when the connection has ended. */
  get closed(): AbortSignal {
    return this.#closed.signal
  }

  /** Sends events, each as one JSON text, in one write. */
  send(...events: readonly object[]): void {
    if (this.#ended || this.closed.aborted) return
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    if (!this.#sink) this.#unsent += text
    else if (this.#sink.unread() > MAX_UNREAD_BYTES) this.#sink.destroy()
    else this.#sink.write(text)
  }

  /** Ends the stream after the events that were sent. */
  end(): void {
    this.#ended = true
    this.#sink?.end()
  }

  /** Sends the events to a connection from now on. */
  connect(sink: EventSink): void {
    this.#sink = sink
    if (this.#unsent !== '') sink.write(this.#unsent)
    this.#unsent = ''
    if (this.#ended) sink.end()
  }

  /** Tells the producer that the connection has ended. */
  close(): void {
    this.#closed.abort()
  }
}

/** Sends the headers and then every event, until the stream or the connection ends. */
export function sendEvents(
  res: ServerResponse,
  { status, headers }: ContractResponse,
  events: EventStream,
): void {
  if (res.closed) return events.close()
  res.once('close', () => events.close())
  res.writeHead(status, headers)
  res.flushHeaders()
  events.connect({
    write: (text) => void res.write(text),
    end: () => void res.end(),
    destroy: () => void res.destroy(),
    unread: () => res.writableLength,
  })
}

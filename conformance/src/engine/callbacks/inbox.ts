/** A request that the suite has received. The path is relative to the callback address; header names are in lower case. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Responder = (request: ReceivedRequest) => Reply

/** Receives what a target sends to the suite: forwarded tasks and exports. */
export interface CallbackServer {
  /** The address at which the target reaches the server, without a slash at the end. */
  readonly address: string
  /** Sets the function that responds to requests under a path. */
  readonly respond: (path: string, responder: Responder) => void
  /** Returns the requests received under a path, each with its reply. */
  readonly received: (path: string) => readonly (readonly [ReceivedRequest, Reply])[]
  /** Forgets all requests, so that a run does not see those of the previous one. */
  readonly clear: () => void
}

/** The part of a callback server that has no network: it responds to the requests that it is given, and stores them. */
export interface Inbox extends Omit<CallbackServer, 'address'> {
  readonly receive: (request: ReceivedRequest) => Reply
}

const jsonReply = (status: number, error: string): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: `{"error":"${error}"}`,
})
const NOT_FOUND = jsonReply(404, 'not_found')
const FULL = jsonReply(503, 'full')

/** Limits what is stored. Further requests get 503. */
const MAX_REQUESTS = 2000
const MAX_CHARACTERS = 8 * 1024 * 1024

const sizeOf = ({ path, headers, body }: ReceivedRequest): number =>
  path.length +
  body.length +
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)

export function createInbox(): Inbox {
  const responders = new Map<string, Responder>()
  const stored: (readonly [ReceivedRequest, Reply])[] = []
  let characters = 0
  const isBelow = (path: string, parent: string): boolean =>
    path === parent || path.startsWith(`${parent}/`) || path.startsWith(`${parent}?`)
  return {
    respond: (path, responder) => void responders.set(path, responder),
    received: (parent) => stored.filter(([{ path }]) => isBelow(path, parent)),
    clear: () => {
      stored.splice(0)
      characters = 0
    },
    receive: (request) => {
      const size = sizeOf(request)
      if (stored.length >= MAX_REQUESTS || characters + size > MAX_CHARACTERS) return FULL
      characters += size
      const [, responder] = [...responders].find(([path]) => isBelow(request.path, path)) ?? []
      const reply = responder?.(request) ?? NOT_FOUND
      stored.push([request, reply])
      return reply
    },
  }
}

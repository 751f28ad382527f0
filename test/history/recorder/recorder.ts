import type { Result, Call, Handle, Operation } from '../history.ts'
import type { Span } from '../model/span.ts'

/** An operation that has not received its response yet. */
export interface Pending {
  responded(result: Result, at: Span): void
  /** Records that the response was lost. `at` is the period during which the operation may have happened. */
  lost(at: Span): void
  /** Records that the network repeated the request. */
  repeat(): Pending
}

/** Creates a recorder of calls and responses, with one time scale for all clients, and handles instead of secrets and ids. */
export function newRecorder() {
  const history: Operation[] = []
  const secrets = new Map<Handle, string>()
  const handles = new Map<string, Handle>()
  const counts = new Map<string, number>()
  let tick = 0

  /** Returns the handle of a secret or an id: a letter for its kind, and a number. */
  const handleOf = (letter: 'T' | 'I' | 'R' | 'F' | 'V', secret: string): Handle => {
    const known = handles.get(secret)
    if (known !== undefined) return known
    const count = (counts.get(letter) ?? 0) + 1
    counts.set(letter, count)
    const handle = `${letter}${count}`
    secrets.set(handle, secret)
    handles.set(secret, handle)
    return handle
  }

  const begin = (client: string, subject: string, call: Call, called = (tick += 1)): Pending => {
    let done = false
    const finish = (at: Span, returned: number, result: Result | undefined) => {
      if (!done) history.push({ client, subject, call, called, returned, at, result })
      done = true
    }
    return {
      responded: (result, at) => finish(at, (tick += 1), result),
      lost: (at) => finish(at, Infinity, undefined),
      repeat: () => begin(client, subject, call, called),
    }
  }

  return { history, handleOf, secretOf: (handle: Handle): string => secrets.get(handle)!, begin }
}
export type Recorder = ReturnType<typeof newRecorder>

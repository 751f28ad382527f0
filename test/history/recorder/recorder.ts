import type { Answer, Call, Handle, Operation } from '../history.ts'
import type { Span } from '../model/span.ts'

/** An operation whose answer has not come. */
export interface Pending {
  answered(answer: Answer, at: Span): void
  /** Nobody will ever know. `at` is the time in which it may have happened. */
  lost(at: Span): void
  /** The same request once more: a network that repeats what it carries. */
  twin(): Pending
}

/** Writes down who called what when, and what came back: one scale for all clients, handles instead of secrets. */
export function newRecorder() {
  const history: Operation[] = []
  const secrets = new Map<Handle, string>()
  const handles = new Map<string, Handle>()
  const counts = new Map<string, number>()
  let tick = 0

  /** The handle of a secret: a letter for its kind, and a number. */
  const nameOf = (letter: 'T' | 'I' | 'R' | 'F' | 'V', secret: string): Handle => {
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
    const finish = (at: Span, returned: number, answer: Answer | undefined) => {
      if (!done) history.push({ client, subject, call, called, returned, at, answer })
      done = true
    }
    return {
      answered: (answer, at) => finish(at, (tick += 1), answer),
      lost: (at) => finish(at, Infinity, undefined),
      twin: () => begin(client, subject, call, called),
    }
  }

  return { history, nameOf, secretOf: (handle: Handle): string => secrets.get(handle)!, begin }
}
export type Recorder = ReturnType<typeof newRecorder>

/** One request that came to the suite. The path is what stands behind the host's address; names of headers are in lower case. */
export interface Arrived {
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

export type Answering = (arrived: Arrived) => Reply

/** A place of the suite's own, where a target forwards tasks and delivers exports to. */
export interface Host {
  /** Where the target finds it, without a slash at its end. */
  readonly address: string
  /** Answers whatever comes below a path from now on. */
  readonly answer: (below: string, how: Answering) => void
  /** What came below a path so far, with what was answered. */
  readonly arrived: (below: string) => readonly (readonly [Arrived, Reply])[]
  /** Begins a run: what came during the one before is nothing to this one. */
  readonly forget: () => void
}

/** The part of a host that has no network: answers what is handed to `take`, and remembers it. */
export interface Desk extends Omit<Host, 'address'> {
  readonly take: (arrived: Arrived) => Reply
}

const NOBODY: Reply = {
  status: 404,
  headers: { 'Content-Type': 'application/json' },
  body: '{"error":"not_found"}',
}

/** What is kept of what comes: somebody who sends more is told to come later, and none of it is kept. */
const MOST_KEPT = 2000
const MOST_KEPT_CHARACTERS = 8 * 1024 * 1024
const FULL: Reply = {
  status: 503,
  headers: { 'Content-Type': 'application/json' },
  body: '{"error":"full"}',
}

const sizeOf = ({ path, headers, body }: Arrived): number =>
  path.length +
  body.length +
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)

export function createDesk(): Desk {
  const answers = new Map<string, Answering>()
  const kept: (readonly [Arrived, Reply])[] = []
  let characters = 0
  const isBelow = (path: string, below: string): boolean =>
    path === below || path.startsWith(`${below}/`) || path.startsWith(`${below}?`)
  return {
    answer: (below, how) => void answers.set(below, how),
    arrived: (below) => kept.filter(([{ path }]) => isBelow(path, below)),
    forget: () => {
      kept.splice(0)
      characters = 0
    },
    take: (arrived) => {
      const size = sizeOf(arrived)
      if (kept.length >= MOST_KEPT || characters + size > MOST_KEPT_CHARACTERS) return FULL
      characters += size
      const [, how] = [...answers].find(([below]) => isBelow(arrived.path, below)) ?? []
      const reply = how?.(arrived) ?? NOBODY
      kept.push([arrived, reply])
      return reply
    },
  }
}

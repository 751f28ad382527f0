/** An operation as the checker sees it: when it was called and answered. `returned` is infinite where no answer came. */
export interface Timed {
  readonly called: number
  readonly returned: number
}

export interface Model<State, Operation> {
  readonly initial: State
  /** The states that may follow when an operation takes place in a state and is answered as it was; none where it cannot. */
  step(state: State, operation: Operation): readonly State[]
  /** Whether an operation, answered as it was, leaves every state as it is. */
  isInert(operation: Operation): boolean
  /** Names operations without an answer that are each as good as the other, such as a request that a network repeated. */
  likeOf(operation: Operation): string
}

export type Verdict<Operation> =
  | { readonly kind: 'linearizable' }
  /** `prefix` is the longest order that was found; none of `stuck` can come next. */
  | {
      readonly kind: 'violation'
      readonly prefix: readonly Operation[]
      readonly stuck: readonly Operation[]
    }
  | { readonly kind: 'too_hard' }

/** So many configurations are looked at before a history is given up. */
const MOST_CONFIGURATIONS = 100_000

/**
 * Whether each operation can be given one moment between its call and its answer so that all of them, one after the other, are
 * what the model allows. The search of Wing and Gong ("Testing and verifying concurrent objects", 1993) with Lowe's memory of
 * configurations ("Testing for linearizability", 2017): a set of operations that took place and the state they led to is
 * never looked at twice. An operation without an answer may take place at any time after its call, or never.
 */
export function check<State, Operation extends Timed>(
  history: readonly Operation[],
  model: Model<State, Operation>,
): Verdict<Operation> {
  const operations = history.toSorted((a, b) => a.called - b.called)
  const isLost = (at: number): boolean => operations[at]!.returned === Infinity
  const answered = operations.reduce((mask, _, at) => (isLost(at) ? mask : mask | bit(at)), 0n)
  const seen = new Set<string>()
  const order: number[] = []
  let deepest: { prefix: readonly number[]; stuck: readonly number[] } = { prefix: [], stuck: [] }

  /** Operations that may be next: called before any of those that are left was answered. What was answered goes first. */
  const candidates = (done: bigint): number[] => {
    const found: number[] = []
    let firstAnswer = Infinity
    for (const [at, { called, returned }] of operations.entries()) {
      if (called > firstAnswer) break
      if (done & bit(at)) continue
      found.push(at)
      firstAnswer = Math.min(firstAnswer, returned)
    }
    return found.toSorted((a, b) => operations[a]!.returned - operations[b]!.returned)
  }

  const take = (done: bigint, at: number, after: State, text: string): boolean => {
    order.push(at)
    if (search(done | bit(at), after, text)) return true
    order.pop()
    return false
  }

  const search = (done: bigint, state: State, text: string): boolean => {
    if ((done & answered) === answered) return true
    const configuration = `${done.toString(36)} ${text}`
    if (seen.has(configuration) || seen.size >= MOST_CONFIGURATIONS) return false
    seen.add(configuration)
    const next = candidates(done)
    if (order.length >= deepest.prefix.length)
      deepest = { prefix: [...order], stuck: next.filter((at) => !isLost(at)) }
    // What changes nothing whenever it happens may as well happen as soon as it can.
    const inert = next.find(
      (at) => model.isInert(operations[at]!) && model.step(state, operations[at]!).length > 0,
    )
    if (inert !== undefined) return take(done, inert, state, text)

    const tried = new Set<string>()
    for (const at of next) {
      for (const after of model.step(state, operations[at]!)) {
        const written = JSON.stringify(after)
        const like = isLost(at) ? `${model.likeOf(operations[at]!)} ${written}` : `${at} ${written}`
        // Without an answer it is the same as never, or as the like of it that led here.
        if (tried.has(like) || (isLost(at) && written === text)) continue
        tried.add(like)
        if (take(done, at, after, written)) return true
      }
    }
    return false
  }

  if (search(0n, model.initial, JSON.stringify(model.initial))) return { kind: 'linearizable' }
  if (seen.size >= MOST_CONFIGURATIONS) return { kind: 'too_hard' }
  const named = (places: readonly number[]) => places.map((at) => operations[at]!)
  return { kind: 'violation', prefix: named(deepest.prefix), stuck: named(deepest.stuck) }
}

const bit = (at: number): bigint => 1n << BigInt(at)

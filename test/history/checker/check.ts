/** The times at which an operation was called and returned. `returned` is infinite if there was no response. */
export interface Timed {
  readonly called: number
  readonly returned: number
}

export interface Model<State, Operation> {
  readonly initial: State
  /** Returns the possible states after an operation with this response; none if the response is impossible in this state. */
  step(state: State, operation: Operation): readonly State[]
  /** Returns whether an operation with this response changes no state. */
  isInert(operation: Operation): boolean
  /** Returns equal keys for interchangeable operations without a response, such as a request that the network repeated. */
  equivalenceKey(operation: Operation): string
}

export type Verdict<Operation> =
  | { readonly kind: 'linearizable' }
  /** `prefix` is the longest possible order; none of `stuck` can follow it. */
  | {
      readonly kind: 'violation'
      readonly prefix: readonly Operation[]
      readonly stuck: readonly Operation[]
    }
  | { readonly kind: 'undecided' }

/** The search ends without a result after this many configurations. */
const MAX_CONFIGURATIONS = 100_000

/**
 * Checks whether a history is linearizable: whether each operation can be assigned one moment between its call and its response such
 * that the model permits their sequence. It uses the search of Wing and Gong ("Testing and verifying concurrent objects", 1993) with
 * Lowe's cache ("Testing for linearizability", 2017): a set of executed operations is not examined twice with the same state. An
 * operation without a response may happen at any time after its call, or never.
 */
export function check<State, Operation extends Timed>(
  history: readonly Operation[],
  model: Model<State, Operation>,
): Verdict<Operation> {
  const operations = history.toSorted((a, b) => a.called - b.called)
  const isLost = (at: number): boolean => operations[at]!.returned === Infinity
  const completed = operations.reduce((mask, _, at) => (isLost(at) ? mask : mask | bit(at)), 0n)
  const seen = new Set<string>()
  const order: number[] = []
  let deepest: { prefix: readonly number[]; stuck: readonly number[] } = { prefix: [], stuck: [] }

  /**
   * Returns the operations that may be next, because they were called before any remaining one returned. Those with a response come first.
   */
  const candidates = (done: bigint): number[] => {
    const found: number[] = []
    let firstResponse = Infinity
    for (const [at, { called, returned }] of operations.entries()) {
      if (called > firstResponse) break
      if (done & bit(at)) continue
      found.push(at)
      firstResponse = Math.min(firstResponse, returned)
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
    if ((done & completed) === completed) return true
    const configuration = `${done.toString(36)} ${text}`
    if (seen.has(configuration) || seen.size >= MAX_CONFIGURATIONS) return false
    seen.add(configuration)
    const next = candidates(done)
    if (order.length >= deepest.prefix.length)
      deepest = { prefix: [...order], stuck: next.filter((at) => !isLost(at)) }
    // An operation that changes no state is executed as soon as possible, which loses no solution.
    const inert = next.find(
      (at) => model.isInert(operations[at]!) && model.step(state, operations[at]!).length > 0,
    )
    if (inert !== undefined) return take(done, inert, state, text)

    const tried = new Set<string>()
    for (const at of next) {
      for (const after of model.step(state, operations[at]!)) {
        const written = JSON.stringify(after)
        const like = isLost(at)
          ? `${model.equivalenceKey(operations[at]!)} ${written}`
          : `${at} ${written}`
        // An operation without a response is skipped if it changes nothing or if an interchangeable one was tried.
        if (tried.has(like) || (isLost(at) && written === text)) continue
        tried.add(like)
        if (take(done, at, after, written)) return true
      }
    }
    return false
  }

  if (search(0n, model.initial, JSON.stringify(model.initial))) return { kind: 'linearizable' }
  if (seen.size >= MAX_CONFIGURATIONS) return { kind: 'undecided' }
  const named = (places: readonly number[]) => places.map((at) => operations[at]!)
  return { kind: 'violation', prefix: named(deepest.prefix), stuck: named(deepest.stuck) }
}

const bit = (at: number): bigint => 1n << BigInt(at)

/** An operation as the checker sees it: when it was called and answered. `returned` is infinite where no answer came. */
export interface Timed { readonly called: number; readonly returned: number }

/** The states that may follow when an operation takes place in a state, as it was answered; none where it cannot. */
export type Step<State, Operation> = (state: State, operation: Operation) => readonly State[]

export type Verdict<Operation> =
  | { readonly kind: 'linearizable' }
  /** `prefix` is the longest order that was found; none of `stuck` can come next. */
  | { readonly kind: 'violation'; readonly prefix: readonly Operation[]; readonly stuck: readonly Operation[] }
  | { readonly kind: 'too_hard' }

/** So many states are looked at before a history is given up. */
const MOST_STATES = 200_000

/**
 * Whether each operation can be given one moment between its call and its answer so that all of them, one after the other, are
 * what the model allows. The search of Wing and Gong ("Testing and verifying concurrent objects", 1993) with Lowe's memory of
 * configurations ("Testing for linearizability", 2017): a set of operations that took place and the state they led to is
 * never looked at twice. An operation without an answer may take place at any time after its call, or never.
 * @param alike names operations without an answer that are each as good as the other, such as a request that a network repeated
 */
export function check<State, Operation extends Timed>(
  history: readonly Operation[], initial: State, step: Step<State, Operation>, alike: (operation: Operation) => string = ({ called }) => `${called}`,
): Verdict<Operation> {
  const operations = history.toSorted((a, b) => a.called - b.called)
  const answered = operations.reduce((mask, { returned }, at) => (returned < Infinity ? mask | (1n << BigInt(at)) : mask), 0n)
  const seen = new Set<string>()
  const order: number[] = []
  let deepest: { prefix: readonly number[]; stuck: readonly number[] } = { prefix: [], stuck: [] }

  /** Operations that may be next: called before any of those that are left was answered. */
  const candidates = (done: bigint): number[] => {
    const found: number[] = []
    let firstAnswer = Infinity
    for (const [at, { called, returned }] of operations.entries()) {
      if (called > firstAnswer) break
      if (done & (1n << BigInt(at))) continue
      found.push(at)
      firstAnswer = Math.min(firstAnswer, returned)
    }
    // What was answered goes first: operations without an answer are only needed where nothing else helps.
    return found.toSorted((a, b) => operations[a]!.returned - operations[b]!.returned)
  }

  const follow = (done: bigint, at: number, after: State, text: string): boolean => {
    order.push(at)
    if (search(done | (1n << BigInt(at)), after, text)) return true
    order.pop()
    return false
  }

  const search = (done: bigint, state: State, text: string): boolean => {
    if ((done & answered) === answered) return true
    const configuration = `${done.toString(36)} ${text}`
    if (seen.has(configuration) || seen.size >= MOST_STATES) return false
    seen.add(configuration)
    const next = candidates(done)
    if (order.length >= deepest.prefix.length) deepest = { prefix: [...order], stuck: next.filter((at) => operations[at]!.returned < Infinity) }
    const unmoved = next.find((at) => operations[at]!.returned < Infinity && step(state, operations[at]!).some((after) => JSON.stringify(after) === text))
    // What may happen now and changes nothing can happen now: whatever works with it later works with it here.
    if (unmoved !== undefined) return follow(done, unmoved, state, text)
    const tried = new Set<string>()
    for (const at of next) {
      for (const after of step(state, operations[at]!)) {
        const written = JSON.stringify(after)
        const lost = operations[at]!.returned === Infinity
        // Without an answer it is the same as never, or as the like of it that led here.
        const like = `${alike(operations[at]!)} ${written}`
        if (lost && (written === text || tried.has(like))) continue
        if (lost) tried.add(like)
        if (follow(done, at, after, written)) return true
      }
    }
    return false
  }

  if (search(0n, initial, JSON.stringify(initial))) return { kind: 'linearizable' }
  if (seen.size >= MOST_STATES) return { kind: 'too_hard' }
  const named = (places: readonly number[]) => places.map((at) => operations[at]!)
  return { kind: 'violation', prefix: named(deepest.prefix), stuck: named(deepest.stuck) }
}

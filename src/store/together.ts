import { StoreUnavailable } from './database.ts'

/** The answer to a call that has to be decided by itself. */
export const ALONE = Symbol('alone')

/** Answers calls, in their order; `alone`: only one, which cannot be put off any more. */
export type Run<Input, Answer> = (
  inputs: readonly Input[],
  alone: boolean,
) => Promise<readonly (Answer | typeof ALONE)[]>

interface Caller<Input, Answer> {
  readonly input: Input
  readonly resolve: (answer: Answer) => void
  readonly reject: (cause: unknown) => void
}

/** How calls share runs: at most so many calls in one, and so many runs at once. */
const MOST = 100
const AT_ONCE = 2

/**
 * Calls of one kind share runs: whoever comes while others are under way waits, and goes with all who wait by then. Nobody waits for
 * company longer than a turn of the event loop. Each call has its own answer. What fails is run again, each call by itself, so that none
 * fails for another one's sake; only when the medium fails, all do who took part or waited.
 * @param run a call that it puts off with ALONE has a run of its own, which nobody waits for
 * @param subjectOf calls about the same subject never share a run, so a run need not mind what its calls do to each other; undefined: none
 */
export function together<Input, Answer>(
  run: Run<Input, Answer>,
  subjectOf: (input: Input) => string | undefined = () => undefined,
) {
  const waiting: Caller<Input, Answer>[] = []
  let underWay = 0

  async function alone({ input, resolve, reject }: Caller<Input, Answer>): Promise<void> {
    try {
      const [answer] = await run([input], true)
      resolve(answer as Answer)
    } catch (cause) {
      reject(cause)
    }
  }

  async function answer(callers: readonly Caller<Input, Answer>[]): Promise<void> {
    try {
      const answers = await run(
        callers.map(({ input }) => input),
        false,
      )
      callers.forEach((caller, at) => {
        const told = answers[at] as Answer | typeof ALONE
        if (told === ALONE) void alone(caller)
        else caller.resolve(told)
      })
    } catch (cause) {
      if (cause instanceof StoreUnavailable)
        [...callers, ...waiting.splice(0)].forEach(({ reject }) => reject(cause))
      else callers.forEach((caller) => void alone(caller))
    }
  }

  /** Takes who may go together out of the queue, in their order. */
  function next(): readonly Caller<Input, Answer>[] {
    const subjects = new Set<string>()
    const [going, left]: [Caller<Input, Answer>[], Caller<Input, Answer>[]] = [[], []]
    for (const caller of waiting.splice(0)) {
      const subject = subjectOf(caller.input)
      const goes = going.length < MOST && !(subject !== undefined && subjects.has(subject))
      if (subject !== undefined) subjects.add(subject)
      ;(goes ? going : left).push(caller)
    }
    waiting.push(...left)
    return going
  }

  async function go(): Promise<void> {
    underWay += 1
    // Who comes in the same turn of the event loop goes together.
    await new Promise(setImmediate)
    while (waiting.length > 0) await answer(next())
    underWay -= 1
  }

  return (input: Input): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (underWay < AT_ONCE) void go()
    })
}

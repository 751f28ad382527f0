import { StoreUnavailable } from './database.ts'

/** The answer to a call that has to be decided by itself. */
export const ALONE = Symbol('alone')

interface Caller<Input, Answer> { readonly input: Input; readonly resolve: (answer: Answer) => void; readonly reject: (cause: unknown) => void }

/** How calls share runs: at most so many calls in one, and so many runs at once. */
const MOST = 100
const AT_ONCE = 2

/**
 * Calls of one kind share runs: whoever comes while others are under way waits, and goes with all who wait by then. Nobody waits for
 * company longer than a turn of the event loop. Each call has its own answer; only a medium that fails does so for all of a run. What fails for another reason is run again
 * one by one, so that no call fails for another one's sake.
 * @param run answers a list of calls, in its order; ALONE puts a call off into a run of its own, which nobody waits for
 * @param subjectOf calls about the same subject never share a run, so a run need not mind what its calls do to each other; undefined: none
 */
export function together<Input, Answer>(run: (inputs: readonly Input[]) => Promise<readonly (Answer | typeof ALONE)[]>, subjectOf: (input: Input) => string | undefined = () => undefined) {
  const waiting: Caller<Input, Answer>[] = []
  let underWay = 0

  async function answer(callers: readonly Caller<Input, Answer>[]): Promise<void> {
    try {
      const answers = await run(callers.map(({ input }) => input))
      callers.forEach((caller, at) => settle(caller, answers[at] as Answer | typeof ALONE))
    } catch (cause) {
      if (callers.length > 1 && !(cause instanceof StoreUnavailable)) return one(callers)
      for (const { reject } of callers) reject(cause)
    }
  }
  function settle(caller: Caller<Input, Answer>, told: Answer | typeof ALONE): void {
    if (told === ALONE) void answer([caller])
    else caller.resolve(told)
  }
  const one = async (callers: readonly Caller<Input, Answer>[]): Promise<void> => {
    for (const caller of callers) await answer([caller])
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

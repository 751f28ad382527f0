import { StoreUnavailable } from './database.ts'

/** What `run` returns for a call that needs a run of its own. */
export const RUN_SEPARATELY = Symbol('run separately')

/** Answers calls, in their order. `separately`: the only call of its run, which must be answered now. */
export type Run<Input, Answer> = (
  inputs: readonly Input[],
  separately: boolean,
) => Promise<readonly (Answer | typeof RUN_SEPARATELY)[]>

interface Call<Input, Answer> {
  readonly input: Input
  readonly resolve: (answer: Answer) => void
  readonly reject: (cause: unknown) => void
}

/** The most calls in one run. */
const BATCH_SIZE = 100
/** The most runs at once. */
const CONCURRENCY = 2

/**
 * Returns a function whose calls share runs. A call that arrives while others run waits, and goes with all that wait by then; otherwise
 * it waits no longer than a turn of the event loop. Each call has its own answer. When a run fails, each of its calls is run again by
 * itself, so that none fails because of another. When the medium fails, all calls that took part or waited fail.
 * @param run it gets a call for which it returned RUN_SEPARATELY again in a run of its own, for which no other call waits
 * @param subjectOf calls with the same subject never share a run, so a run need not consider how its calls affect each other; undefined: no subject
 */
export function batch<Input, Answer>(
  run: Run<Input, Answer>,
  subjectOf: (input: Input) => string | undefined = () => undefined,
) {
  const waiting: Call<Input, Answer>[] = []
  let running = 0

  async function runSeparately({ input, resolve, reject }: Call<Input, Answer>): Promise<void> {
    try {
      const [answer] = await run([input], true)
      resolve(answer as Answer)
    } catch (cause) {
      reject(cause)
    }
  }

  async function runTogether(calls: readonly Call<Input, Answer>[]): Promise<void> {
    try {
      const answers = await run(
        calls.map(({ input }) => input),
        false,
      )
      calls.forEach((call, at) => {
        const answer = answers[at] as Answer | typeof RUN_SEPARATELY
        if (answer === RUN_SEPARATELY) void runSeparately(call)
        else call.resolve(answer)
      })
    } catch (cause) {
      if (cause instanceof StoreUnavailable)
        [...calls, ...waiting.splice(0)].forEach(({ reject }) => reject(cause))
      else calls.forEach((call) => void runSeparately(call))
    }
  }

  /** Takes the calls of the next run out of the queue, in their order. */
  function takeBatch(): readonly Call<Input, Answer>[] {
    const subjects = new Set<string>()
    const [taken, left]: [Call<Input, Answer>[], Call<Input, Answer>[]] = [[], []]
    for (const call of waiting.splice(0)) {
      const subject = subjectOf(call.input)
      const fits = taken.length < BATCH_SIZE && !(subject !== undefined && subjects.has(subject))
      if (subject !== undefined) subjects.add(subject)
      ;(fits ? taken : left).push(call)
    }
    waiting.push(...left)
    return taken
  }

  async function drain(): Promise<void> {
    running += 1
    // Calls of the same turn of the event loop belong in the same run.
    await new Promise(setImmediate)
    while (waiting.length > 0) await runTogether(takeBatch())
    running -= 1
  }

  return (input: Input): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (running < CONCURRENCY) void drain()
    })
}

import { expect, it } from 'vitest'
import { StoreUnavailable } from '../../../src/store/database.ts'
import { groupCommit, type Engine } from '../../../src/store/group-commit.ts'
import { countContinuation, currentStopwatch } from '../../../src/store/stopwatch.ts'

/** An engine with one number, whose commits of changes fail while the disk is full. */
function numberEngine() {
  const state = { value: 0, committed: 0, isFull: false, commits: 0 }
  const engine: Engine<{ value: number }> = {
    begin: async () => undefined,
    attempt: (body) => body(state),
    async commit() {
      state.commits += 1
      if (state.isFull && state.value !== state.committed) throw new Error('the disk is full')
      state.committed = state.value
    },
    async rollback() {
      state.value = state.committed
    },
  }
  return { state, queue: groupCommit(engine) }
}
const add = async (tx: { value: number }) => (tx.value += 1)
const get = async (tx: { value: number }) => tx.value

it('a commit that fails refuses the writes of its batch, and reads see only what was committed before', async () => {
  const { state, queue } = numberEngine()
  expect(await queue.submit(add)).toBe(1)
  state.isFull = true
  const [before, write, after, other] = await Promise.allSettled([
    queue.read(get),
    queue.submit(add),
    queue.read(get),
    queue.submit(get),
  ])
  expect([before, after]).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'fulfilled', value: 1 },
  ])
  for (const refused of [write, other])
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
})

it('a batch that consists of a failing read is rejected without a commit, and later reads succeed', async () => {
  const { state, queue } = numberEngine()
  const broken = async () => {
    throw new StoreUnavailable('the medium failed')
  }
  await expect(queue.read(broken)).rejects.toBeInstanceOf(StoreUnavailable)
  expect(state.commits).toBe(0)
  expect(await queue.read(get)).toBe(0)
})

/** Returns a stopwatch that records the values of a clock between which it counts. */
function recordingStopwatch(clock: { ms: number }, isShared = true) {
  const counted: (number | [from: number, to: number])[] = []
  let from: number | undefined
  return {
    counted,
    now: () => clock.ms,
    resume: () => void (from ??= clock.ms),
    pause() {
      if (from !== undefined) counted.push([from, clock.ms])
      from = undefined
    },
    addCommit: (milliseconds: number) => void counted.push(milliseconds),
    isShared: () => isShared,
  }
}

it('counts, for a request, its transactions, what it does immediately with their results, and its part of the commit of writes', async () => {
  const clock = { ms: 0 }
  const take = (milliseconds: number) => void (clock.ms += milliseconds)
  const queue = groupCommit({
    begin: async () => undefined,
    attempt: (body) => body(undefined),
    commit: async () => take(1000),
    rollback: async () => undefined,
  })
  /** Runs one transaction of a request that is counted, and then handles its result. */
  const request = (milliseconds: number, handling: number, method: 'submit' | 'read') => {
    const stopwatch = recordingStopwatch(clock)
    const done = currentStopwatch.run(stopwatch, async () => {
      await queue[method](async () => take(milliseconds))
      await Promise.resolve()
      take(handling)
    })
    return { counted: stopwatch.counted, done }
  }
  const requests = [request(1, 10, 'read'), request(2, 20, 'submit'), request(3, 30, 'submit')]
  const uncounted = queue.submit(async () => take(4)).then(() => take(40))
  await Promise.all([...requests.map(({ done }) => done), uncounted])
  expect(requests.map(({ counted }) => counted)).toEqual([
    [
      [0, 1],
      [1010, 1020],
    ],
    [[1, 3], 500, [1020, 1040]],
    [[3, 6], 500, [1040, 1070]],
  ])
})

it('delivers all results together if nobody else shares the thread, and counts for each request the time that all of them spend on their results', async () => {
  const clock = { ms: 0 }
  const queue = groupCommit({
    begin: async () => undefined,
    attempt: (body) => body(undefined),
    commit: async () => undefined,
    rollback: async () => undefined,
  })
  const handled: number[] = []
  const request = (number: number) => {
    const stopwatch = recordingStopwatch(clock, false)
    const done = currentStopwatch.run(stopwatch, async () => {
      await queue.read(async () => void (clock.ms += number))
      process.nextTick(() => handled.push(number * 10))
      handled.push(number)
      clock.ms += 100
    })
    return { counted: stopwatch.counted, done }
  }
  const requests = [request(1), request(2)]
  await Promise.all(requests.map(({ done }) => done))
  await new Promise(setImmediate)
  expect(handled).toEqual([1, 2, 10, 20])
  expect(requests.map(({ counted }) => counted)).toEqual([
    [
      [0, 1],
      [3, 203],
    ],
    [
      [1, 3],
      [3, 203],
    ],
  ])
})

it('counts what a request does immediately with the result of work outside of the thread', async () => {
  const clock = { ms: 0 }
  const { promise, resolve } = Promise.withResolvers<number>()
  const stopwatch = recordingStopwatch(clock)
  const done = currentStopwatch.run(stopwatch, async () => {
    const result = await countContinuation(promise)
    clock.ms += result
    await Promise.resolve()
    clock.ms += 10
    await new Promise(setImmediate)
    clock.ms += 1000
  })
  clock.ms = 100
  resolve(1)
  await done
  expect(stopwatch.counted).toEqual([[100, 111]])
})

import { expect, it } from 'vitest'
import { StoreUnavailable } from '../../../src/store/database.ts'
import { groupCommit, type Engine } from '../../../src/store/group-commit.ts'

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

it('reads that fail by themselves are refused once', async () => {
  const { state, queue } = numberEngine()
  const broken = async () => {
    throw new StoreUnavailable('the medium failed')
  }
  await expect(queue.read(broken)).rejects.toBeInstanceOf(StoreUnavailable)
  expect(state.commits).toBe(0)
  expect(await queue.read(get)).toBe(0)
})

import { describe, expect, it } from 'vitest'
import { check, type Model, type Timed } from './check.ts'

/** The textbook's register: one value, written and read. */
interface Use extends Timed {
  readonly write?: number
  readonly read?: number
}
const REGISTER: Model<number, Use> = {
  initial: 0,
  step: (value, { write, read, returned }) =>
    write !== undefined ? [write] : read === value || returned === Infinity ? [value] : [],
  isInert: ({ read }) => read !== undefined,
  likeOf: ({ write }) => `${write}`,
}
const write = (called: number, returned: number, value: number): Use => ({
  called,
  returned,
  write: value,
})
const read = (called: number, returned: number, value: number): Use => ({
  called,
  returned,
  read: value,
})

describe('histories of a register', () => {
  it.each<[string, readonly Use[]]>([
    ['nothing happened', []],
    ['one after the other', [write(1, 2, 7), read(3, 4, 7)]],
    ['a read during a write sees the value before', [write(1, 4, 7), read(2, 3, 0)]],
    ['a read during a write sees the value after', [write(1, 4, 7), read(2, 3, 7)]],
    [
      'two reads during a write see it happen between them',
      [write(1, 6, 7), read(2, 3, 0), read(4, 5, 7)],
    ],
    ['writes that overlap take either order', [write(1, 4, 7), write(2, 3, 8), read(5, 6, 7)]],
    ['a write without an answer happened', [write(1, Infinity, 7), read(2, 3, 7)]],
    ['a write without an answer never happened', [write(1, Infinity, 7), read(2, 3, 0)]],
    [
      'a write without an answer happened long afterwards',
      [write(1, Infinity, 7), read(2, 3, 0), write(4, 5, 8), read(6, 7, 7)],
    ],
    [
      'a request that was repeated happened twice',
      [write(1, Infinity, 7), write(1, 2, 7), write(3, 4, 8), read(5, 6, 7)],
    ],
  ])('%s: linearizable', (_, history) => {
    expect(check(history, REGISTER)).toEqual({ kind: 'linearizable' })
  })

  it.each<[string, readonly Use[]]>([
    ['a read sees what nobody wrote', [write(1, 2, 7), read(3, 4, 8)]],
    ['a read after a write sees the value before', [write(1, 2, 7), read(3, 4, 0)]],
    ['a read sees a write that begins afterwards', [read(1, 2, 7), write(3, 4, 7)]],
    [
      'a value goes and comes back during one write',
      [write(1, 8, 7), read(2, 3, 7), read(4, 5, 0), read(6, 7, 7)],
    ],
    [
      'two readers disagree about the order of two writes',
      [write(1, 2, 7), write(1, 2, 8), read(3, 4, 7), read(5, 6, 8)],
    ],
    [
      'a write without an answer happened twice',
      [write(1, Infinity, 7), read(2, 3, 7), write(4, 5, 8), read(6, 7, 7)],
    ],
  ])('%s: a violation', (_, history) => {
    expect(check(history, REGISTER)).toMatchObject({ kind: 'violation' })
  })

  it('a violation names the longest order that was found, and what cannot follow it', () => {
    const history = [write(1, 2, 7), read(3, 4, 7), read(5, 6, 9)]
    expect(check(history, REGISTER)).toEqual({
      kind: 'violation',
      prefix: history.slice(0, 2),
      stuck: [history[2]],
    })
  })

  it('remembers what it has looked at: twelve writes at once have more orders than could be tried', () => {
    const writes = Array.from({ length: 12 }, (_, at) => write(1, 2, at))
    expect(check([...writes, read(3, 4, 99)], REGISTER)).toMatchObject({ kind: 'violation' })
    expect(check([...writes, read(3, 4, 11)], REGISTER)).toEqual({ kind: 'linearizable' })
  })
})

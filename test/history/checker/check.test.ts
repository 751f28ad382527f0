import { describe, expect, it } from 'vitest'
import { check, type Model, type Timed } from './check.ts'

/** A register with one value that is written and read, the usual example for linearizability. */
interface Use extends Timed {
  readonly write?: number
  readonly read?: number
}
const REGISTER: Model<number, Use> = {
  initial: 0,
  step: (value, { write, read, returned }) =>
    write !== undefined ? [write] : read === value || returned === Infinity ? [value] : [],
  isInert: ({ read }) => read !== undefined,
  equivalenceKey: ({ write }) => `${write}`,
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
    ['a read after a write returns the new value', [write(1, 2, 7), read(3, 4, 7)]],
    ['a read during a write returns the old value', [write(1, 4, 7), read(2, 3, 0)]],
    ['a read during a write returns the new value', [write(1, 4, 7), read(2, 3, 7)]],
    [
      'of two reads during a write, only the second returns the new value',
      [write(1, 6, 7), read(2, 3, 0), read(4, 5, 7)],
    ],
    ['overlapping writes happen in either order', [write(1, 4, 7), write(2, 3, 8), read(5, 6, 7)]],
    ['a write without a response happened', [write(1, Infinity, 7), read(2, 3, 7)]],
    ['a write without a response never happened', [write(1, Infinity, 7), read(2, 3, 0)]],
    [
      'a write without a response happened much later',
      [write(1, Infinity, 7), read(2, 3, 0), write(4, 5, 8), read(6, 7, 7)],
    ],
    [
      'a repeated request happened twice',
      [write(1, Infinity, 7), write(1, 2, 7), write(3, 4, 8), read(5, 6, 7)],
    ],
  ])('are linearizable if %s', (_, history) => {
    expect(check(history, REGISTER)).toEqual({ kind: 'linearizable' })
  })

  it.each<[string, readonly Use[]]>([
    ['a read returns a value that was never written', [write(1, 2, 7), read(3, 4, 8)]],
    ['a read after a write returns the old value', [write(1, 2, 7), read(3, 4, 0)]],
    ['a read returns the value of a later write', [read(1, 2, 7), write(3, 4, 7)]],
    [
      'a read during a write returns the old value after another returned the new one',
      [write(1, 8, 7), read(2, 3, 7), read(4, 5, 0), read(6, 7, 7)],
    ],
    [
      'two readers disagree about the order of two writes',
      [write(1, 2, 7), write(1, 2, 8), read(3, 4, 7), read(5, 6, 8)],
    ],
    [
      'a write without a response happened twice',
      [write(1, Infinity, 7), read(2, 3, 7), write(4, 5, 8), read(6, 7, 7)],
    ],
  ])('are not linearizable if %s', (_, history) => {
    expect(check(history, REGISTER)).toMatchObject({ kind: 'violation' })
  })

  it('with twelve concurrent writes are checked without trying every order', () => {
    const writes = Array.from({ length: 12 }, (_, at) => write(1, 2, at))
    expect(check([...writes, read(3, 4, 99)], REGISTER)).toMatchObject({ kind: 'violation' })
    expect(check([...writes, read(3, 4, 11)], REGISTER)).toEqual({ kind: 'linearizable' })
  })
})

it('a violation states the longest possible order, and the operations that cannot follow it', () => {
  const history = [write(1, 2, 7), read(3, 4, 7), read(5, 6, 9)]
  expect(check(history, REGISTER)).toEqual({
    kind: 'violation',
    prefix: history.slice(0, 2),
    stuck: [history[2]],
  })
})

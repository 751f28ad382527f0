import { describe, expect, it } from 'vitest'
import { createRunner } from '../../../src/agent/tasks/runner.ts'

describe('runner', () => {
  it.each([
    ['returns', () => 1],
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('no')
      },
    ],
  ])('counts a function while it runs, and no longer when it %s', async (_, work) => {
    const runner = createRunner(() => 0)
    const started = Promise.withResolvers<void>()
    const run = runner.run({
      timeout_ms: undefined,
      run: async () => {
        await started.promise
        return work()
      },
    })
    expect(runner.running()).toBe(1)
    started.resolve()
    await run
    expect(runner.running()).toBe(0)
  })

  it('ends a function at its timeout, aborts its signal, and frees its slot', async () => {
    const runner = createRunner(() => 0)
    let received: AbortSignal | undefined
    expect(
      await runner.run({
        timeout_ms: 1,
        run: (signal) => {
          received = signal
          return new Promise(() => undefined)
        },
      }),
    ).toEqual({ kind: 'timed_out' })
    expect([received!.aborted, (received!.reason as Error).name, runner.running()]).toEqual([
      true,
      'TimeoutError',
      0,
    ])
  })

  it.each([
    [1000, { kind: 'returned', value: 'done', execution_time_ms: 1000 }],
    [1001, { kind: 'timed_out' }],
  ])(
    'applies a timeout of 1000 ms to a function that blocked the thread for %i ms',
    async (took, end) => {
      let now = 0
      const runner = createRunner(() => now)
      expect(
        await runner.run({
          timeout_ms: 1000,
          run: () => {
            now = took
            return 'done'
          },
        }),
      ).toEqual(end)
    },
  )

  it('interrupts functions when the agent closes, and starts none afterwards', async () => {
    const runner = createRunner(() => 0)
    let begun = 0
    const work = {
      timeout_ms: undefined,
      run: (signal: AbortSignal) => {
        begun += 1
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error)
          })
        })
      },
    }
    const both = [runner.run(work), runner.run(work)]
    runner.interrupt()
    expect(await Promise.all(both)).toEqual([{ kind: 'closed' }, { kind: 'closed' }])
    expect([await runner.run(work), begun, runner.running()]).toEqual([
      { kind: 'not_started' },
      2,
      0,
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { createCredentialsWriter } from '../../../src/agent/installation/credentials-writer.ts'
import { virtualClock } from './harness.ts'

/** Creates a writer on a disk whose writes end when the test decides. */
function startWriter(random = 1) {
  const { clock, next } = virtualClock()
  const writes: { save: number; end: (error?: Error) => void }[] = []
  const results: [save: number, error: string | undefined][] = []
  const writer = createCredentialsWriter({
    clock,
    random: () => random,
    onResult: (save, error) => {
      results.push([save, (error as Error | undefined)?.message])
    },
    writeFile: (text) =>
      new Promise((resolve, reject) => {
        writes.push({
          save: (JSON.parse(text) as { save: number }).save,
          end: (error) => {
            if (error) reject(error)
            else resolve()
          },
        })
      }),
  })
  const settle = () =>
    new Promise((resolve) => {
      setImmediate(resolve)
    })
  return {
    writer,
    results,
    writes,
    write: async (save: number) => {
      writer.write(save, { save } as never)
      await settle()
    },
    end: async (error?: string) => {
      writes.at(-1)!.end(error === undefined ? undefined : new Error(error))
      await settle()
    },
    async pass(milliseconds: number) {
      const end = clock.now() + milliseconds
      for (let run = next(end, () => undefined); run; run = next(end, () => undefined)) {
        run()
        await settle()
      }
    },
    saves: () => writes.map(({ save }) => save),
  }
}

describe('credentials writer', () => {
  it('performs one write at a time, and then writes the newest content', async () => {
    const { write, end, saves, results } = startWriter()
    for (const save of [1, 2, 3]) await write(save)
    expect(saves()).toEqual([1])
    await end()
    expect(saves()).toEqual([1, 3])
    await end()
    expect([saves(), results]).toEqual([
      [1, 3],
      [
        [1, undefined],
        [3, undefined],
      ],
    ])
  })

  it('retries after a failure, with exponential backoff of up to a minute', async () => {
    const { write, end, saves, pass, results } = startWriter()
    await write(1)
    for (const pause of [2000, 3000, 5000, 9000, 17_000, 33_000, 61_000, 61_000]) {
      await end('ENOSPC')
      const { length } = saves()
      await pass(pause - 1)
      expect(saves()).toHaveLength(length)
      await pass(1)
      expect(saves()).toHaveLength(length + 1)
    }
    await end()
    await pass(3_600_000)
    expect([saves().length, results.at(-1)]).toEqual([9, [1, undefined]])
  })

  it('writes only the new content when it arrives before a retry', async () => {
    const { write, end, saves, pass } = startWriter()
    await write(1)
    await end('ENOSPC')
    await write(2)
    expect(saves()).toEqual([1, 2])
    await end()
    await pass(3_600_000)
    expect(saves()).toEqual([1, 2])
  })

  it('starts with a short pause again after a success', async () => {
    const { write, end, saves, pass } = startWriter()
    await write(1)
    await end('ENOSPC')
    await pass(2000)
    await end()
    await write(2)
    await end('ENOSPC')
    await pass(2000)
    expect(saves()).toEqual([1, 1, 2, 2])
  })

  it('reports a failure after ten seconds without a result, and starts no other write in the meantime', async () => {
    const { write, end, saves, pass, results } = startWriter()
    await write(1)
    await pass(9_999)
    expect(results).toEqual([])
    await pass(1)
    const silent = 'the disk did not respond within 10000 ms'
    expect(results).toEqual([[1, silent]])
    await write(2)
    expect([saves(), results.at(-1)]).toEqual([[1], [2, silent]])
    await end()
    expect([saves(), results.at(-1)]).toEqual([
      [1, 2],
      [1, undefined],
    ])
    await end()
    expect(results.at(-1)).toEqual([2, undefined])
  })

  it('tries once more when the agent stops, and not afterwards', async () => {
    const { writer, write, end, saves, pass } = startWriter()
    await write(1)
    await end('ENOSPC')
    const closed = writer.close()
    await pass(0)
    expect(saves()).toEqual([1, 1])
    await end('ENOSPC')
    await closed
    await write(2)
    await pass(3_600_000)
    expect(saves()).toEqual([1, 1])
  })

  it('delays a stop by at most ten seconds', async () => {
    const { writer, write, pass } = startWriter()
    await write(1)
    let closed = false
    const closing = writer.close().then(() => {
      closed = true
    })
    await pass(9_999)
    expect(closed).toBe(false)
    await pass(1)
    await closing
  })
})

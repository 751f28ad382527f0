import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { StoreRefused } from '../../src/store/database.ts'
import { startChild } from './child-process.ts'
import { eachStore } from './stores.ts'
import { bootstrapResultOf, type BootstrapResult } from './bootstrap-result.ts'
import { newWorld, type World } from './world.ts'

async function tokensOf({ installToken }: World, count: number): Promise<string[]> {
  const tokens = []
  for (let index = 0; index < count; index += 1) tokens.push(await installToken())
  return tokens
}

/** Expects one first bootstrap, one refresh token, one installation and distinct versions among the results for one token. */
function expectOneWinner(outcomes: readonly BootstrapResult[]): void {
  expect(outcomes.filter(({ kind }) => kind === 'first')).toHaveLength(1)
  expect(outcomes.filter(({ kind }) => kind === 'replayed')).toHaveLength(outcomes.length - 1)
  expect(outcomes.filter(({ secret }) => secret)).toHaveLength(1)
  expect(new Set(outcomes.map(({ installation_id }) => installation_id)).size).toBe(1)
  expect(outcomes.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(
    outcomes.map((_, at) => at + 1),
  )
}

eachStore((location) => {
  it('I-01, I-02: creates 50 installations with one refresh token each when 20 callers race for each of 50 tokens', async () => {
    const world = await newWorld(location())
    const tokens = await tokensOf(world, 50)
    const repeated = Array.from({ length: 20 }, () => tokens).flat()
    const outcomes = await Promise.all(
      repeated.map(async (token) => ({ token, outcome: await world.bootstrap(token) })),
    )
    for (const [, callers] of Map.groupBy(outcomes, ({ token }) => token)) {
      expectOneWinner(callers.map(({ outcome }) => bootstrapResultOf(outcome)))
    }
    expect(await world.database.read((tx) => tx.installations.count({}))).toBe(50)
    expect(await world.database.read((tx) => tx.install_tokens.count({ consumed_at: null }))).toBe(
      0,
    )
  })
})

eachStore(
  (location) => {
    it('I-01, I-02: lets one caller win each token among three processes on one store', async () => {
      const at = location()
      const world = await newWorld(at)
      const tokens = await tokensOf(world, 25)
      const processes = [
        startChild('second-process.ts', at.address),
        startChild('second-process.ts', at.address),
      ]
      for (const child of processes) expect(await child.next()).toEqual({ opened: child.pid })
      for (const child of processes) child.send({ now: world.clock.now, tokens, times: 5 })
      const own = Promise.all(tokens.map((token) => world.bootstrap(token)))
      const others = (await Promise.all(
        processes.map((child) => child.next()),
      )) as BootstrapResult[][]
      const ours = (await own).map(bootstrapResultOf)
      tokens.forEach((_, token) => {
        expectOneWinner([
          ours[token]!,
          ...others.flatMap((outcomes) => outcomes.slice(token * 5, token * 5 + 5)),
        ])
      })
      expect(await world.database.read((tx) => tx.installations.count({}))).toBe(25)
    })
  },
  ['sqlite', 'postgres'],
)

eachStore(
  (location) => {
    it('lets processes that start on a new file at the same time all open it', async () => {
      const { address } = location()
      const moment = String(Date.now() + 1000)
      const processes = Array.from({ length: 4 }, () =>
        startChild('second-process.ts', address, moment),
      )
      for (const child of processes) expect(await child.next()).toEqual({ opened: child.pid })
    })

    it('refuses a file that is not a database, names it, and leaves it unchanged', async () => {
      const at = location()
      writeFileSync(at.path, 'not a database, but long enough to be taken for one'.repeat(40))
      await expect(at.open()).rejects.toThrow(
        new RegExp(`${at.path} cannot be opened: .*not a database`),
      )
      await expect(at.open()).rejects.toBeInstanceOf(StoreRefused)
      expect(readFileSync(at.path, 'utf8')).toMatch(/^not a database/)
    })
  },
  ['sqlite'],
)

eachStore(
  (location) => {
    it('refuses to open a JSON store that is in use, and names the process that uses it', async () => {
      const at = location()
      const first = await at.open()
      await expect(at.open()).rejects.toThrow(`${at.path} is in use by process ${process.pid}`)
      const second = startChild('second-process.ts', at.address)
      expect(await second.next()).toMatchObject({
        name: 'StoreLocked',
        refused: expect.stringContaining(`in use by process ${process.pid}`),
      })
      await first.close()
      const third = startChild('second-process.ts', at.address)
      expect(await third.next()).toEqual({ opened: third.pid })
    })

    it('releases the lock of a killed process, and gives it to one of several processes that try at once', async () => {
      const at = location()
      const killed = startChild('second-process.ts', at.address)
      expect(await killed.next()).toEqual({ opened: killed.pid })
      await expect(at.open()).rejects.toThrow(`in use by process ${killed.pid}`)
      killed.kill()
      await killed.ended
      const moment = String(Date.now() + 1000)
      const processes = Array.from({ length: 4 }, () =>
        startChild('second-process.ts', at.address, moment),
      )
      const results = (await Promise.all(processes.map((child) => child.next()))) as {
        opened?: number
        name?: string
      }[]
      expect(results.filter(({ opened }) => opened)).toHaveLength(1)
      expect(results.filter(({ name }) => name === 'StoreLocked')).toHaveLength(3)
    })

    it('refuses an invalid lock file and leaves it unchanged, but accepts an empty one', async () => {
      const at = location()
      const content = 'x'.repeat(4096)
      writeFileSync(`${at.path}.lock`, content)
      await expect(at.open()).rejects.toThrow(
        `The lock file ${at.path}.lock cannot be used: file is not a database. Delete it if no registry is running.`,
      )
      expect(readFileSync(`${at.path}.lock`, 'utf8')).toBe(content)
      writeFileSync(`${at.path}.lock`, '')
      await at.open()
      await expect(at.open()).rejects.toThrow(`in use by process ${process.pid}`)
    })

    it('makes the lock file readable by its owner only', async () => {
      const at = location()
      await at.open()
      expect(statSync(`${at.path}.lock`).mode & 0o777).toBe(0o600)
    })

    it.each([
      ['invalid JSON', 'oops', /is not JSON/],
      ['JSON of another format', '{"format":"other/1"}', /not a registry store/],
      ['nothing', '', /is not JSON/],
      ['null', 'null', /not a registry store/],
      ['a list', '[]', /not a registry store/],
    ])(
      'refuses a file that contains %s, leaves it unchanged and does not lock it',
      async (_, content, message) => {
        const at = location()
        writeFileSync(at.path, content)
        await expect(at.open()).rejects.toThrow(message)
        expect(readFileSync(at.path, 'utf8')).toBe(content)
        rmSync(at.path)
        await at.open()
      },
    )
  },
  ['json'],
)

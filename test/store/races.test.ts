import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { StoreRefused } from '../../src/store/database.ts'
import { startChild } from './process.ts'
import { eachStore } from './stores.ts'
import { toldOf, type Told } from './told.ts'
import { newWorld, type World } from './world.ts'

async function tokensOf({ installToken }: World, count: number): Promise<string[]> {
  const tokens = []
  for (let at = 0; at < count; at += 1) tokens.push(await installToken())
  return tokens
}

/** What all racers were told about one token: one first, one refresh token, one installation, no version twice. */
function expectOneWinner(outcomes: readonly Told[]): void {
  expect(outcomes.filter(({ kind }) => kind === 'first')).toHaveLength(1)
  expect(outcomes.filter(({ kind }) => kind === 'replayed')).toHaveLength(outcomes.length - 1)
  expect(outcomes.filter(({ secret }) => secret)).toHaveLength(1)
  expect(new Set(outcomes.map(({ installation_id }) => installation_id)).size).toBe(1)
  expect(outcomes.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(
    outcomes.map((_, at) => at + 1),
  )
}

eachStore((place) => {
  it('I-01, I-02: 50 tokens raced for by 20 callers each give 50 installations and one refresh token each', async () => {
    const world = await newWorld(place())
    const tokens = await tokensOf(world, 50)
    const shuffled = Array.from({ length: 20 }, () => tokens).flat()
    const outcomes = await Promise.all(
      shuffled.map(async (token) => ({ token, outcome: await world.bootstrap(token) })),
    )
    for (const [, raced] of Map.groupBy(outcomes, ({ token }) => token)) {
      expectOneWinner(raced.map(({ outcome }) => toldOf(outcome)))
    }
    expect(await world.database.read((tx) => tx.installations.count({}))).toBe(50)
    expect(await world.database.read((tx) => tx.install_tokens.count({ consumed_at: null }))).toBe(
      0,
    )
  })
})

eachStore(
  (place) => {
    it('I-01, I-02: two processes and ourselves on one store agree on the winner of every token', async () => {
      const at = place()
      const world = await newWorld(at)
      const tokens = await tokensOf(world, 25)
      const racers = [startChild('racer.ts', at.address), startChild('racer.ts', at.address)]
      for (const racer of racers) expect(await racer.next()).toEqual({ opened: racer.pid })
      for (const racer of racers) racer.send({ now: world.clock.now, tokens, times: 5 })
      const own = Promise.all(tokens.map((token) => world.bootstrap(token)))
      const told = (await Promise.all(racers.map((racer) => racer.next()))) as Told[][]
      const ours = (await own).map(toldOf)
      tokens.forEach((_, token) => {
        expectOneWinner([
          ours[token]!,
          ...told.flatMap((outcomes) => outcomes.slice(token * 5, token * 5 + 5)),
        ])
      })
      expect(await world.database.read((tx) => tx.installations.count({}))).toBe(25)
    })
  },
  ['sqlite', 'postgres'],
)

eachStore(
  (place) => {
    it('processes that start on a new file at the same moment all open it', async () => {
      const { address } = place()
      const moment = String(Date.now() + 1000)
      const racers = Array.from({ length: 4 }, () => startChild('racer.ts', address, moment))
      for (const racer of racers) expect(await racer.next()).toEqual({ opened: racer.pid })
    })

    it('a file that is no database is refused with its name, and left as it is', async () => {
      const at = place()
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
  (place) => {
    it('a JSON store that is open is refused to a second opener, naming the process that has it', async () => {
      const at = place()
      const first = await at.open()
      await expect(at.open()).rejects.toThrow(`${at.path} is in use by process ${process.pid}`)
      const second = startChild('racer.ts', at.address)
      expect(await second.next()).toMatchObject({
        name: 'StoreLocked',
        refused: expect.stringContaining(`in use by process ${process.pid}`),
      })
      await first.close()
      const third = startChild('racer.ts', at.address)
      expect(await third.next()).toEqual({ opened: third.pid })
    })

    it('the lock of a process that was killed is free, and one of those who try at once gets it', async () => {
      const at = place()
      const killed = startChild('racer.ts', at.address)
      expect(await killed.next()).toEqual({ opened: killed.pid })
      await expect(at.open()).rejects.toThrow(`in use by process ${killed.pid}`)
      killed.kill()
      await killed.ended
      const moment = String(Date.now() + 1000)
      const racers = Array.from({ length: 4 }, () => startChild('racer.ts', at.address, moment))
      const answers = (await Promise.all(racers.map((racer) => racer.next()))) as {
        opened?: number
        name?: string
      }[]
      expect(answers.filter(({ opened }) => opened)).toHaveLength(1)
      expect(answers.filter(({ name }) => name === 'StoreLocked')).toHaveLength(3)
    })

    it('a lock file that is none is refused and left as it is; an empty one is taken', async () => {
      const at = place()
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

    it('only the owner of the store may read its lock file', async () => {
      const at = place()
      await at.open()
      expect(statSync(`${at.path}.lock`).mode & 0o777).toBe(0o600)
    })

    it.each([
      ['no JSON', 'oops', /is not JSON/],
      ['another JSON', '{"format":"other/1"}', /not a registry store/],
      ['an empty file', '', /is not JSON/],
      ['null', 'null', /not a registry store/],
      ['a list', '[]', /not a registry store/],
    ])('a file with %s is refused, left as it is and not locked', async (_, content, message) => {
      const at = place()
      writeFileSync(at.path, content)
      await expect(at.open()).rejects.toThrow(message)
      expect(readFileSync(at.path, 'utf8')).toBe(content)
      rmSync(at.path)
      await at.open()
    })
  },
  ['json'],
)

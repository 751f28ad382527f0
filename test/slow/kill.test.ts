import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { eachStore, verifyChains } from '../store/stores.ts'
import type { AcknowledgedWrite } from './clients.ts'
import { contradictions } from './acknowledged-writes.ts'
import { until } from '../kit/bounds.ts'
import { killPlan } from '../kit/kills.ts'

const LONGEST_MS = 2400
const ALL_KINDS = ['"issued"', '"bootstrapped"', '"leased"', '"refreshed"', '"revoked"']

/** Starts the platform and its clients, kills it after this number of milliseconds, but not before it reported `kinds`, and returns the acknowledged writes. */
async function killedRun(
  address: string,
  clients: number,
  after: number,
  kinds: readonly string[] = [],
): Promise<{ facts: AcknowledgedWrite[]; complaints: string }> {
  const worker = spawn(
    process.execPath,
    [fileURLToPath(new URL('kill-worker.ts', import.meta.url)), address, String(clients)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const chunks: Buffer[] = []
  const complaints: Buffer[] = []
  worker.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  worker.stderr.on('data', (chunk: Buffer) => complaints.push(chunk))
  const closed = new Promise((resolve) => {
    worker.on('close', resolve)
  })
  await sleep(after)
  await until(
    () => complaints.length > 0 || kinds.every((kind) => Buffer.concat(chunks).includes(kind)),
    `not all of ${kinds.join()} were told`,
  )
  worker.kill('SIGKILL')
  await closed
  // The kill truncated what follows the last line break.
  const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1)
  return {
    facts: lines.map((line) => JSON.parse(line) as AcknowledgedWrite),
    complaints: Buffer.concat(complaints).toString(),
  }
}

eachStore(
  (location, kind) => {
    const { clients, kills } = killPlan(kind)
    it(`after each of ${kills} kills under ${clients} clients no acknowledged write is lost, no secret was given twice, and every audit chain verifies`, async () => {
      const at = location()
      if (kind === 'postgres') await (await at.open()).close()
      const facts: AcknowledgedWrite[] = []
      for (let kill = 0; kill < kills; kill += 1) {
        // Kills range from the start, when tables are created and locks taken over, to full load.
        const run = await killedRun(
          at.address,
          clients,
          (LONGEST_MS * (kill + Math.random())) / kills,
          kill === kills - 1 ? ALL_KINDS : [],
        )
        expect(run.complaints).toBe('')
        facts.push(...run.facts)
        const database = await at.open()
        expect(await contradictions(facts, database)).toEqual([])
        await verifyChains(database)
        await database.close()
      }
      console.log(
        `${kind}: ${facts.length} acknowledged writes, ${facts.filter(({ fact }) => fact === 'revoked').length} of them revocations`,
      )
      expect(new Set(facts.map(({ fact }) => fact)).size).toBe(5)
    })
  },
  ['json', 'sqlite', 'postgres'],
)

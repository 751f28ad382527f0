import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { eachStore, verifyChains } from '../store/stores.ts'
import type { AcknowledgedWrite } from './clients.ts'
import { contradictions } from './acknowledged-writes.ts'
import { until } from '../kit/bounds.ts'
import { killPlan } from '../kit/kills.ts'

const MAX_DELAY_MS = 2400
const ALL_KINDS = ['"issued"', '"bootstrapped"', '"leased"', '"refreshed"', '"revoked"']

/**
 * Starts the platform and its clients, kills it after this number of milliseconds, but not before it has reported `kinds`, and returns the
 * acknowledged writes.
 */
async function runAndKill(
  address: string,
  clients: number,
  after: number,
  kinds: readonly string[] = [],
): Promise<{ writes: AcknowledgedWrite[]; errors: string }> {
  const worker = spawn(
    process.execPath,
    [fileURLToPath(new URL('kill-worker.ts', import.meta.url)), address, String(clients)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const chunks: Buffer[] = []
  const errors: Buffer[] = []
  worker.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  worker.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  const closed = new Promise((resolve) => {
    worker.on('close', resolve)
  })
  await sleep(after)
  await until(
    () => errors.length > 0 || kinds.every((kind) => Buffer.concat(chunks).includes(kind)),
    `not all of ${kinds.join()} were reported`,
  )
  worker.kill('SIGKILL')
  await closed
  // The kill truncated what follows the last line break.
  const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1)
  return {
    writes: lines.map((line) => JSON.parse(line) as AcknowledgedWrite),
    errors: Buffer.concat(errors).toString(),
  }
}

eachStore(
  (location, kind) => {
    const { clients, kills } = killPlan(kind, 'store')
    it(`after each of ${kills} kills with ${clients} clients no acknowledged write is lost, no secret is issued twice, and every audit chain verifies`, async () => {
      const at = location()
      if (kind === 'postgres') await (await at.open()).close()
      const writes: AcknowledgedWrite[] = []
      for (let kill = 0; kill < kills; kill += 1) {
        // Kills range from the start, when tables are created and locks taken over, to full load.
        const run = await runAndKill(
          at.address,
          clients,
          (MAX_DELAY_MS * (kill + Math.random())) / kills,
          kill === kills - 1 ? ALL_KINDS : [],
        )
        expect(run.errors).toBe('')
        writes.push(...run.writes)
        const database = await at.open()
        expect(await contradictions(writes, database)).toEqual([])
        await verifyChains(database)
        await database.close()
      }
      console.log(
        `${kind}: ${writes.length} acknowledged writes, ${writes.filter((write) => write.kind === 'revoked').length} of them revocations`,
      )
      expect(new Set(writes.map((write) => write.kind)).size).toBe(5)
    })
  },
  ['json', 'sqlite', 'postgres'],
)

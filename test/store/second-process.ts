import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { hashToken } from '../../src/domain/tokens.ts'
import { openDatabase } from '../../src/store/open.ts'
import type { BootstrapOutcome } from '../../src/store/transactions/installations/bootstrap.ts'
import { createStore } from '../../src/store/store.ts'
import { bootstrapResultOf } from './bootstrap-result.ts'

/**
 * Runs as a second process on a store: opens it at the given time, reports whether that succeeded, and then bootstraps with all tokens that
 * it receives, several times with each and all at once. Messages in: {now, tokens, times}; out: {opened} or {refused}, then the outcomes.
 * It ends when its input ends.
 */
const [address = '', moment = '0'] = process.argv.slice(2)
const reply = (message: unknown) => process.stdout.write(`${JSON.stringify(message)}\n`)

while (Date.now() < Number(moment));
try {
  // All attempts wait for one pool, so the last ones wait longer than a request would.
  const database = await openDatabase(address, { clock: 'caller', wait_ms: 60_000 })
  const store = createStore(database)
  reply({ opened: process.pid })
  for await (const line of createInterface(process.stdin)) {
    const { now, tokens, times } = JSON.parse(line) as {
      now: string
      tokens: string[]
      times: number
    }
    const context = {
      now,
      actor: { type: 'anonymous', id: null, ip: null },
      request_id: null,
      user_agent: `process ${process.pid}`,
      random: randomBytes,
    }
    const attempts = tokens.flatMap((token) =>
      Array.from(
        { length: times },
        () =>
          store.bootstrapInstallation(context, {
            token_hash: hashToken(token),
            body_hash: '',
            details: {},
          }) as Promise<BootstrapOutcome>,
      ),
    )
    const outcomes = await Promise.all(attempts)
    reply(outcomes.map(bootstrapResultOf))
  }
  await database.close()
} catch (cause) {
  reply({ refused: (cause as Error).message, name: (cause as Error).name })
}

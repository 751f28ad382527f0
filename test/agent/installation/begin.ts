import { queueCommand } from '../../../src/store/transactions/installations/commands.ts'
import { afterFile } from '../../after-file.ts'
import type { TestPlatform } from '../../http/platform.ts'
import { MINUTE, SECOND } from '../../kit/time.ts'
import { openPlatform, openStage, type Fault, type Operation } from './stage.ts'

export const FILE = '/agent/svc.credentials'

/** What a credentials file says. */
interface Kept {
  readonly current: Record<string, unknown> | null
  readonly previous: object | null
  readonly begun: string | null
  readonly paused: boolean
}

/** One platform serves a file of tests: to make one costs more than most of them. */
let platform: Promise<TestPlatform> | undefined
function platformOfFile(): Promise<TestPlatform> {
  if (!platform)
    afterFile(async () => {
      platform = undefined
    })
  return (platform ??= openPlatform())
}

/**
 * A stage and a registered agent of one test alone: what a test that ran out of time still does happens on its own stage, and no
 * other test fails for it.
 */
export async function begin() {
  const stage = await openStage(await platformOfFile())
  const agent = await stage.newAgent()
  return {
    stage,
    agent,
    kept: () => JSON.parse(stage.disk.files.get(FILE) ?? 'null') as Kept,
    async installed(options: object = {}, who = agent) {
      const installation = await stage.start(who, {
        install_token: await stage.token(who),
        ...options,
      })
      await stage.pass(SECOND)
      return installation
    },
    health: async () => (await stage.row(agent))[0],
    /** The most requests in any minute. */
    perMinute: () =>
      Math.max(
        ...stage.traffic.map(
          ({ at }) =>
            stage.traffic.filter(
              (other) => other.operation !== 'other' && other.at >= at && other.at < at + MINUTE,
            ).length,
        ),
      ),
    /** The first requests of one operation meet a fault. */
    first: (operation: Operation, faults: readonly Fault[]) =>
      stage.direct((name, count) => (name === operation ? faults[count - 1] : undefined)),
    /** Queues a command beside open ones that it would replace if it was sent. */
    queue: (command: object) =>
      stage.platform.database.transact((tx) =>
        queueCommand(tx, stage.platform.act(), { reason: 'because', ...command } as never),
      ),
    send: (command: object) =>
      stage.platform.store.sendCommandAsOperator(stage.platform.act(), {
        reason: 'because',
        ...command,
      } as never),
  }
}

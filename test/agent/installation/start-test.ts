import { queueCommand } from '../../../src/store/transactions/installations/commands.ts'
import { afterFile } from '../../after-file.ts'
import type { TestPlatform } from '../../http/platform.ts'
import { MINUTE, SECOND } from '../../kit/time.ts'
import { openPlatform, openHarness, type Fault, type Operation } from './harness.ts'

export const FILE = '/agent/svc.credentials'

/** The contents of a credentials file. */
interface CredentialsFile {
  readonly current: Record<string, unknown> | null
  readonly previous: object | null
  readonly begun: string | null
  readonly paused: boolean
}

/** The platform that all tests in a file share, because starting one takes longer than most tests. */
let platform: Promise<TestPlatform> | undefined
function platformOfFile(): Promise<TestPlatform> {
  if (!platform)
    afterFile(async () => {
      platform = undefined
    })
  return (platform ??= openPlatform())
}

/** Creates a harness and a registered agent for one test, so that a test that has timed out cannot affect the next one. */
export async function startTest() {
  const harness = await openHarness(await platformOfFile())
  const agent = await harness.newAgent()
  return {
    harness,
    agent,
    credentialsFile: () => JSON.parse(harness.disk.files.get(FILE) ?? 'null') as CredentialsFile,
    async install(options: object = {}, installed = agent) {
      const installation = await harness.start(installed, {
        install_token: await harness.token(installed),
        ...options,
      })
      await harness.advance(SECOND)
      return installation
    },
    /** Returns the stored record of the agent's first installation. */
    installationRecord: async () => (await harness.installationsOf(agent))[0],
    /** Returns the maximum number of bootstrap, lease, refresh and recovery requests in any minute. */
    maxPerMinute: () =>
      Math.max(
        ...harness.traffic.map(
          ({ at }) =>
            harness.traffic.filter(
              (other) => other.operation !== 'other' && other.at >= at && other.at < at + MINUTE,
            ).length,
        ),
      ),
    /** Applies faults to the first requests of an operation. */
    failFirst: (operation: Operation, faults: readonly Fault[]) =>
      harness.setFaults((name, count) => (name === operation ? faults[count - 1] : undefined)),
    /** Queues a command, and unlike `send` does not replace open ones. */
    queue: (command: object) =>
      harness.platform.database.transact((tx) =>
        queueCommand(tx, harness.platform.context(), { reason: 'because', ...command } as never),
      ),
    send: (command: object) =>
      harness.platform.store.sendCommandAsOperator(harness.platform.context(), {
        reason: 'because',
        ...command,
      } as never),
  }
}

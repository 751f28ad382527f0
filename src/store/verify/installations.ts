import type { Installation } from '../../domain/records.ts'
import type { ReadTx } from '../database.ts'
import { eachRecord, batchesOf, type Check } from './check.ts'

/** Checks the stored number of running tasks of each installation. */
export const runningTasks: Check = {
  name: 'running tasks',
  says: 'the number of running tasks of each installation is correct',
  async *run({ snapshot }) {
    const working = await snapshot.tx.tasks.select(['agent'], { where: { status: 'working' } })
    const counts = Map.groupBy(working, ({ agent }) => agent.installation_id)
    for await (const { installation_id, in_flight } of eachRecord(snapshot, 'installations')) {
      const count = counts.get(installation_id)?.length ?? 0
      counts.delete(installation_id)
      if ((in_flight ?? 0) !== count)
        yield `installations ${installation_id}: it stores ${in_flight ?? 0} running tasks, but there are ${count}`
    }
    for (const installation_id of counts.keys())
      yield `installations ${installation_id}: it does not exist, but a task is running on it`
  },
}

/**
 * Checks that the runtime tokens of an installation have distinct versions, none of which is above the newest one issued for it
 * (docs/specification/installations.md#i-07).
 */
export const tokenVersions: Check = {
  name: 'runtime tokens',
  says: 'the runtime tokens of an installation have distinct versions, none higher than the last one issued for it',
  async *run({ snapshot }) {
    for await (const installations of batchesOf(snapshot, 'installations'))
      yield* wrongVersions(snapshot.tx, installations)
  },
}

async function* wrongVersions(
  tx: ReadTx,
  installations: readonly Installation[],
): AsyncGenerator<string> {
  const tokens = await tx.runtime_tokens.select(['installation_id', 'version'], {
    where: { installation_id: { in: installations.map(({ installation_id }) => installation_id) } },
  })
  const tokensOf = Map.groupBy(tokens, ({ installation_id }) => installation_id)
  for (const { installation_id, token_version } of installations) {
    const versions = (tokensOf.get(installation_id) ?? []).map(({ version }) => version)
    if (new Set(versions).size < versions.length)
      yield `installations ${installation_id}: two runtime tokens have the same version`
    const highest = Math.max(0, ...versions)
    if (highest > token_version)
      yield `installations ${installation_id}: a runtime token has version ${highest}, but the newest one issued for the installation has version ${token_version}`
  }
}

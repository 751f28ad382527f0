import { MASTER_KEYS, NEW_MASTER_KEY, type World } from './world.ts'

/** Reads everything about the log, the published heads and the platform's keys that requests and jobs read. */
export async function readLog({ store, reach, organization_id, agent_id }: World): Promise<void> {
  await store.isLogBehind({})
  await store.readLogHead({})
  await store.readLogTile({ level: 0, index: 0, width: 1 })
  await store.readLogTile({ level: 'entries', index: 0, width: 1 })
  await store.readLogEntries({ first: 0, limit: 1 })
  await store.findLoggedRegistration({ svc_id: agent_id, organization_id })
  await store.readPublication({})
  await store.readAuditHead({ reach, organization_id })
  await store.findDuePublication({ names: ['file:w'], now: '2026-03-01T12:00:00.000Z' })
  await store.readEvidence({})
  await store.readHeadsPage({ publication: undefined, after: '' })
  await store.listWitnesses({})
  const master_keys = [NEW_MASTER_KEY, ...MASTER_KEYS]
  await store.readSigningKeys({ master_keys })
  await store.readOpeningKeys({ master_keys })
  await store.countSealsOf({ master_keys, key_id: NEW_MASTER_KEY.id })
}

import { existsSync } from 'node:fs'
import type { StoreConfig } from '../../config/server.ts'
import { ms } from '../../domain/time.ts'
import { dialectOf, shownStore, storePath } from '../../store/dialects.ts'
import { keyFileOf } from '../../store/master-keys/source.ts'
import { openSnapshot } from '../../store/open.ts'
import { isMigrationNeeded, type SchemaDifferences, type Snapshot } from '../../store/snapshot.ts'
import { masterKey } from '../../store/verify/secrets.ts'
import { version } from '../../version.ts'
import { lookUpKeys } from '../data/data-store.ts'
import { isWritable } from './dialing.ts'

/** One property of the store that `check-config` reports. */
export interface StoreCheck {
  readonly name: 'Store' | 'Tables' | 'Master key' | 'Clock'
  readonly state: 'works' | 'due' | 'fails'
  readonly detail: string
}

/** A clock that is wrong by more than this makes certificates and signatures look invalid. */
const MAX_SKEW_MS = 60_000

/**
 * Opens the store for reading, as `serve` would open it, and reports whether `serve` can use it. Nothing is written or migrated, and a
 * running `serve` is not disturbed.
 */
export async function checkStore(config: StoreConfig): Promise<readonly StoreCheck[]> {
  const { store } = config
  const shown = shownStore(store)
  if (!dialectOf(store).isPersistent)
    return [
      works('Store', `${shown} keeps everything in memory, and loses it when \`serve\` stops`),
    ]
  const path = storePath(store)
  if (path !== undefined && !isWritable(path))
    return [
      fails(
        'Store',
        `this user cannot write ${path}; change the owner of the file or of its folder`,
      ),
    ]
  if (path !== undefined && !existsSync(path))
    return [
      works('Store', `${shown} does not exist yet; \`serve\` creates it`),
      await checkKeySource(config, false),
    ]
  return openAndCheck(config)
}

async function openAndCheck(config: StoreConfig): Promise<readonly StoreCheck[]> {
  try {
    return await checkSnapshot(config, await openSnapshot(config.store))
  } catch (cause) {
    return [fails('Store', (cause as Error).message.replace(/\.$/, ''))]
  }
}

async function checkSnapshot(
  config: StoreConfig,
  snapshot: Snapshot,
): Promise<readonly StoreCheck[]> {
  const isQueryable = !isMigrationNeeded(snapshot.schema)
  try {
    return [
      works('Store', `${shownStore(config.store)} can be read`),
      checkTables(snapshot.schema),
      isQueryable
        ? await checkMasterKey(config, snapshot)
        : await checkKeySource(config, await hasSigningKey(snapshot)),
      ...(isQueryable || dialectOf(config.store).readClockOffset
        ? [await checkClock(config, snapshot)]
        : []),
    ]
  } finally {
    await snapshot.close()
  }
}

function checkTables(schema: SchemaDifferences): StoreCheck {
  const { missingTables, missingColumns, renamedColumns, missingIndexes, obsoleteIndexes } = schema
  const { retyped } = schema
  if (retyped.length > 0)
    return fails(
      'Tables',
      `some columns do not have the types of version ${version()}: ${retyped.join('; ')}; restore a backup`,
    )
  const later =
    schema.unknown.length === 0 ? '' : `; a later version added ${schema.unknown.join(', ')}`
  const changes = [
    missingTables,
    missingColumns,
    renamedColumns,
    missingIndexes,
    obsoleteIndexes,
  ].reduce((sum, { length }) => sum + length, 0)
  if (changes === 0) return works('Tables', `up to date with version ${version()}${later}`)
  return due(
    'Tables',
    `${changes} ${changes === 1 ? 'change is' : 'changes are'} due, which \`serve\` makes when it starts and \`migrate --dry-run\` lists${later}`,
  )
}

/** Returns whether the store has a signing key, which is encrypted under the master key. Its tables may be those of an earlier version. */
const hasSigningKey = async ({ schema, tx }: Snapshot): Promise<boolean> =>
  !schema.missingTables.includes('signing_keys') && (await tx.signing_keys.count({})) > 0

/** Checks that the keys can be read, without comparing them with the store. `serve` creates them only for a store without a signing key. */
async function checkKeySource(
  { store, key_source }: StoreConfig,
  storeHasKey: boolean,
): Promise<StoreCheck> {
  const path = storePath(store)
  if (!key_source && path !== undefined && !storeHasKey && !existsSync(keyFileOf(path).path))
    return works('Master key', `\`serve\` creates the key file ${keyFileOf(path).path}`)
  const { keys, keyLocation } = await lookUpKeys(store, key_source)
  return keys.length === 0
    ? fails('Master key', keyLocation)
    : works('Master key', `${keys.map(({ id }) => id).join(', ')} from ${keyLocation}`)
}

async function checkMasterKey(config: StoreConfig, snapshot: Snapshot): Promise<StoreCheck> {
  const { keys, keyLocation } = await lookUpKeys(config.store, config.key_source)
  const faults: string[] = []
  const subject = { snapshot, masterKeys: keys, keyLocation, now: new Date().toISOString() }
  for await (const fault of masterKey.run(subject)) faults.push(fault)
  if (faults.length > 0) return fails('Master key', faults.join('; '))
  return checkKeySource(config, await hasSigningKey(snapshot))
}

/** Compares the clock of this machine with that of the database server, or with the last activity in an embedded store. */
async function checkClock({ store }: StoreConfig, snapshot: Snapshot): Promise<StoreCheck> {
  const { readClockOffset } = dialectOf(store)
  const offset_ms = readClockOffset ? await readClockOffset(store) : await aheadOf(snapshot)
  const seconds = (Math.abs(offset_ms) / 1000).toFixed(1)
  const skew = readClockOffset
    ? `the clock of the database is ${seconds} s ${offset_ms < 0 ? 'behind' : 'ahead of'} this machine's`
    : `the last activity recorded in the store is ${offset_ms === 0 ? 'in the past' : `${seconds} s in the future`}`
  return Math.abs(offset_ms) > MAX_SKEW_MS
    ? fails('Clock', `${skew}; synchronize the clocks by NTP`)
    : works('Clock', skew)
}

/** Returns by how many milliseconds the last activity in a store is in the future. */
async function aheadOf(snapshot: Snapshot): Promise<number> {
  const alive = (await snapshot.tx.platform_facts.get({ name: 'alive_at' }))?.value
  return typeof alive === 'string' ? Math.max(0, ms(alive) - Date.now()) : 0
}

const inState =
  (state: StoreCheck['state']) =>
  (name: StoreCheck['name'], detail: string): StoreCheck => ({ name, state, detail })
const works = inState('works')
const due = inState('due')
const fails = inState('fails')

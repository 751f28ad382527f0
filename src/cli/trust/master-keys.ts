import { randomBytes } from 'node:crypto'
import type { KeyRing } from '../../domain/secrets.ts'
import {
  idInForce,
  listMasterKeys,
  type MasterKeys,
  type MasterKeyState,
} from '../../domain/trust/master-keys.ts'
import { addToKeyFile, removeFromKeyFile } from '../../store/master-keys/open.ts'
import type { SealCursor } from '../../store/transactions/trust/reseal.ts'
import { CommandError } from '../../terminal/errors.ts'
import { cell, formatTable } from '../../terminal/text.ts'
import type { OperatorServices } from '../operator/command.ts'

type Services = Pick<OperatorServices, 'store' | 'context' | 'masterKeys'>

/** Distinguishes the id of a master key (eight hex digits) from that of a signing key, which is much longer. */
export const isMasterKeyId = (text: string): boolean => /^[0-9a-f]{8}$/.test(text)

/** Lists the master keys that the store has used and those that this process has. */
export async function listMaster({ store, masterKeys }: Services) {
  const keys = await masterKeys()
  return listMasterKeys(await keys.reload(), await store.readMasterKeyHistory({}))
}

/**
 * Rotates the master key, or completes a rotation that was interrupted.
 * @throws CommandError, MasterKeyMissing, StoreRefused
 */
export async function rotateMaster(services: Services) {
  const { store, context, masterKeys } = services
  const keys = await masterKeys()
  await keys.reload()
  const begin = () =>
    keys.use((master_keys) => store.beginMasterRotation(context(), { master_keys }))
  let start = await begin()
  if (start.kind === 'new_key_needed') {
    await addKey(keys, start.id)
    start = await begin()
  }
  const sealed = await resealEverything(services, keys)
  return {
    kind: 'master' as const,
    key_id: start.id,
    continued: start.kind === 'continue',
    ...sealed,
    where: keys.where,
    keys: await listMaster(services),
  }
}

/** Reseals everything under the key in force, in several transactions, so that other callers do not wait for all of it. */
async function resealEverything({ store, context }: Services, keys: MasterKeys) {
  let [resealed, unopened] = [0, 0]
  let from: SealCursor | undefined
  do {
    const step = await keys.use((master_keys) => store.resealStep(context(), { master_keys, from }))
    resealed += step.resealed
    unopened += step.unopened
    from = step.next
  } while (from)
  return { resealed, unopened }
}

/** Counts the sealed values that need this master key. */
async function countSeals(store: Services['store'], keys: KeyRing, key_id: string) {
  let needing = 0
  let from: SealCursor | undefined
  do {
    const step = await store.countSealsOf({ master_keys: keys, key_id, from })
    needing += step.needing
    from = step.next
  } while (from)
  return needing
}

/** Adds a key to the key file; any other source has to contain one already. */
async function addKey(keys: MasterKeys, in_force: string): Promise<void> {
  if (keys.keyFile === undefined)
    throw new CommandError(
      `There is no master key in ${keys.where} that is newer than ${in_force}, the one in force. Create one with \`svc-registry key generate\`, add it there alongside the others, restart the processes that read it from SVC_MASTER_KEY, and run this command again.`,
    )
  await addToKeyFile(keys.keyFile, randomBytes)
  await keys.reload()
}

/**
 * Withdraws a master key that no sealed value needs any more.
 * @throws CommandError, StoreRefused
 */
export async function retireMaster(services: Services, key_id: string) {
  const { store, context, masterKeys } = services
  const keys = await masterKeys()
  const ring = await keys.reload()
  const isInForce = idInForce(await store.readMasterKeyHistory({})) === key_id
  const needing = isInForce ? 0 : await countSeals(store, ring, key_id)
  if (needing > 0)
    throw new CommandError(
      `${needing} ${needing === 1 ? 'secret is' : 'secrets are'} still encrypted under master key ${key_id}; re-encrypt everything first with: key rotate --master`,
    )
  const outcome = await store.retireMasterKey(context(), { key_id })
  switch (outcome.kind) {
    case 'unknown':
      throw unknownKey(key_id)
    case 'in_force':
      throw new CommandError(
        `Master key ${key_id} is in force; replace it first with: key rotate --master`,
      )
    case 'rotation_incomplete':
      throw new CommandError(
        'The last rotation of the master key was interrupted; complete it first with: key rotate --master',
      )
    case 'sign_ins':
      throw new CommandError(
        `Sign-ins that began before the rotation still need master key ${key_id}; try again after ${outcome.until}.`,
      )
    case 'retired': {
      const moved_to =
        keys.keyFile === undefined ? undefined : await removeFromKeyFile(keys.keyFile, key_id)
      return {
        kind: 'master' as const,
        key_id,
        retired_at: outcome.at,
        where: keys.where,
        moved_to: moved_to ?? null,
        keys: await listMaster(services),
      }
    }
  }
}

/** Returns the error for a signing key or master key that does not exist. */
export const unknownKey = (key_id: string): CommandError =>
  new CommandError(`There is no key ${cell(key_id)}; \`key list\` shows all keys.`)

type Rotation = Awaited<ReturnType<typeof rotateMaster>>
type Retirement = Awaited<ReturnType<typeof retireMaster>>

export const formatRotation = ({ key_id, continued, resealed, unopened, keys }: Rotation): string =>
  [
    `Master key ${key_id} is in force${continued ? ': an interrupted rotation is now complete' : ''}. Re-encrypted: ${resealed}.`,
    ...(unopened > 0
      ? [
          `Left unchanged, because none of the keys decrypts them: ${unopened}; for details, run: verify`,
        ]
      : []),
    'Keep the earlier keys until `key retire` withdraws them, and afterwards with the backups that need them.',
    '',
    formatMasterKeys(keys),
  ].join('\n')

export const formatRetirement = ({ key_id, moved_to, where, keys }: Retirement): string =>
  [
    moved_to === null
      ? `Master key ${key_id} is retired and can no longer decrypt anything in the store. Remove it from ${where}, and restart the processes that still have it.`
      : `Master key ${key_id} is retired and can no longer decrypt anything in the store. It is now in ${moved_to}.`,
    'Backups that were taken before its rotation need it: keep it with them, and delete it with the last of them.',
    '',
    formatMasterKeys(keys),
  ].join('\n')

export const formatMasterKeys = (keys: readonly MasterKeyState[]): string =>
  formatTable(
    ['MASTER KEY', 'STATE', 'IN FORCE FROM', 'RETIRED', 'SOURCE'],
    keys.map(({ id, state, in_force_from, retired_at, present }) => [
      id,
      state,
      in_force_from ?? '',
      retired_at ?? '',
      present ? 'present' : 'missing',
    ]),
    'No master key is in force yet; the first start of `serve` creates one or uses the configured one.',
  )

import { existsSync } from 'node:fs'
import { gatherSettings } from '../../config/file.ts'
import { readStore } from '../../config/server.ts'
import type { KeyRing } from '../../domain/secrets.ts'
import { shownStore, storePath, dialectOf } from '../../store/dialects.ts'
import { keyFileOf, readKeys, sourceName, type KeySource } from '../../store/master-keys/source.ts'
import type { Terminal } from '../../terminal/command.ts'
import { CommandError } from '../../terminal/errors.ts'

/** The store that flags and settings name, with its master keys. */
export interface DataStore {
  readonly address: string
  /** The address without its password. */
  readonly shown: string
  /** Empty if no key was found. */
  readonly keys: KeyRing
  /** Describes where the master keys are, or why there are none. */
  readonly keyLocation: string
}

/** Returns the store that flags and settings name. @throws ConfigError; CommandError for a memory: store */
export async function readDataStore(
  flags: { readonly store?: string | undefined; readonly config?: string | undefined },
  { env }: Terminal,
): Promise<DataStore> {
  const { store, key_source } = readStore(flags, gatherSettings(env, flags.config).env)
  if (!dialectOf(store).isPersistent)
    throw new CommandError(
      'A memory: store exists only inside one process, so no command can reach it; name another store.',
    )
  return { address: store, shown: shownStore(store), ...(await lookUpKeys(store, key_source)) }
}

/** Returns the store if it exists. @throws CommandError */
export function requireExisting(store: DataStore): DataStore {
  const path = storePath(store.address)
  if (path === undefined || existsSync(path)) return store
  throw new CommandError(`There is no store at ${path}; check the address of the store.`)
}

/** Returns the master keys of a store, or why there are none. */
export async function lookUpKeys(
  address: string,
  configured: KeySource | undefined,
): Promise<Pick<DataStore, 'keys' | 'keyLocation'>> {
  const file = storePath(address)
  const source = configured ?? (file === undefined ? undefined : keyFileOf(file))
  if (!source)
    return {
      keys: [],
      keyLocation: `SVC_MASTER_KEY is not set, and a ${dialectOf(address).title} store has no key file`,
    }
  try {
    return { keys: await readKeys(source), keyLocation: sourceName(source) }
  } catch (cause) {
    const reason =
      source.kind === 'beside'
        ? `${source.path} is missing or contains no key, and SVC_MASTER_KEY is not set`
        : (cause as Error).message.replace(/\.$/, '')
    return { keys: [], keyLocation: reason }
  }
}

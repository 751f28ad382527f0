import { existsSync, readFileSync } from 'node:fs'
import { readStore } from '../../config/server.ts'
import { MASTER_KEY_BYTES } from '../../domain/secrets.ts'
import { shownStore, storePath, dialectOf } from '../../store/dialects.ts'
import type { Terminal } from '../../terminal/command.ts'
import { loadSettings } from '../arguments/settings.ts'
import { CommandError } from '../../terminal/errors.ts'

/** The store that flags and settings name, with its master key. */
export interface DataStore {
  readonly address: string
  /** The address without its password. */
  readonly shown: string
  readonly key: MasterKey
}
export type MasterKey =
  | { readonly kind: 'setting'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string; readonly bytes: Uint8Array | undefined }
  | { readonly kind: 'none' }

/** Returns the store that flags and settings name. @throws ConfigError; CommandError for a memory: store */
export function readDataStore(
  flags: { readonly store?: string | undefined; readonly config?: string | undefined },
  { env }: Terminal,
): DataStore {
  const { store, master_key } = readStore(flags, loadSettings(env, flags).env)
  if (!dialectOf(store).isPersistent)
    throw new CommandError(
      'A memory: store exists only inside one process, so no command can reach it; name another store.',
    )
  return {
    address: store,
    shown: shownStore(store),
    key: master_key ? { kind: 'setting', bytes: master_key } : keyBeside(store),
  }
}

/** Returns the store if it exists. @throws CommandError */
export function requireExisting(store: DataStore): DataStore {
  const path = storePath(store.address)
  if (path === undefined || existsSync(path)) return store
  throw new CommandError(`There is no store at ${path}.`)
}

function keyBeside(store: string): MasterKey {
  const file = storePath(store)
  if (file === undefined) return { kind: 'none' }
  const path = `${file}.key`
  const bytes = existsSync(path) ? Buffer.from(readFileSync(path, 'utf8').trim(), 'hex') : undefined
  return { kind: 'file', path, bytes: bytes?.length === MASTER_KEY_BYTES ? bytes : undefined }
}

export const keyBytes = (key: MasterKey): Uint8Array | undefined =>
  key.kind === 'none' ? undefined : key.bytes

/** Describes where the master key of a store is, or why there is none. */
export function keyLocation({ address, key }: DataStore): string {
  if (key.kind === 'setting') return 'SVC_MASTER_KEY'
  if (key.kind === 'file')
    return key.bytes
      ? key.path
      : `${key.path} is missing or contains no key, and SVC_MASTER_KEY is not set`
  return `SVC_MASTER_KEY is not set, and a ${dialectOf(address).title} store has no key file`
}

import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { runProcess, type ProcessResult } from '../../child-processes/run-process.ts'
import { MASTER_KEY_BYTES, masterKey, type KeyRing } from '../../domain/secrets.ts'
import { StoreRefused } from '../database.ts'
import { makeFolderOf } from '../folder.ts'
import type { Store } from '../store.ts'

/** Where a process gets its master keys (docs/specification/storage.md#key-sources). */
export type KeySource =
  /** The setting SVC_MASTER_KEY, which cannot change while the process is running. */
  | { readonly kind: 'setting'; readonly keys: KeyRing }
  /** A file that another program writes, such as a secret manager. */
  | { readonly kind: 'file'; readonly path: string }
  /** A program that prints the keys, with its arguments. */
  | { readonly kind: 'command'; readonly words: readonly [string, ...string[]] }
  /** The key file beside an embedded store, which this program writes. */
  | { readonly kind: 'beside'; readonly path: string }

/** How long a command may take to print the keys, and how much it may print. */
const COMMAND_TIMEOUT_MS = 10_000
const MAX_OUTPUT_BYTES = 64 * 1024

/** Names a source in messages to the operator. */
export function sourceName(source: KeySource): string {
  switch (source.kind) {
    case 'setting':
      return 'SVC_MASTER_KEY'
    case 'file':
      return `the file ${source.path} (SVC_MASTER_KEY_FILE)`
    case 'command':
      return 'the output of SVC_MASTER_KEY_COMMAND'
    case 'beside':
      return `the key file ${source.path}`
  }
}

/**
 * Reads the master keys from their source. No message contains any of what was read.
 * @throws StoreRefused
 */
export async function readKeys(
  source: KeySource,
  command_timeout_ms: number = COMMAND_TIMEOUT_MS,
): Promise<KeyRing> {
  switch (source.kind) {
    case 'setting':
      return source.keys
    case 'command':
      return parseKeys(await outputOf(source.words, command_timeout_ms), sourceName(source))
    case 'file':
    case 'beside':
      return parseKeys(await contentOf(source), sourceName(source))
  }
}

async function contentOf(source: KeySource & { readonly path: string }): Promise<string> {
  try {
    return await readFile(source.path, 'utf8')
  } catch (cause) {
    throw new StoreRefused(
      `The master keys cannot be read from ${sourceName(source)}: ${(cause as Error).message}.`,
    )
  }
}

/**
 * Returns the environment of a command: that of this process without the registry's settings, some of which are secrets. The settings of
 * tracing have the names that OpenTelemetry gives them.
 */
const environmentOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(SVC|OTEL)_/.test(name)))

/** Runs the command without a shell. Its output and its errors are secret, so messages say only how it ended. */
async function outputOf(
  command: readonly [string, ...string[]],
  timeout_ms: number,
): Promise<string> {
  const result = await runProcess({
    command,
    env: environmentOf(process.env),
    timeout_ms,
    max_output_bytes: MAX_OUTPUT_BYTES,
  })
  if (result.kind === 'exited' && result.code === 0) return result.output.toString('utf8')
  throw new StoreRefused(`SVC_MASTER_KEY_COMMAND (${command[0]}) ${failureOf(result, timeout_ms)}.`)
}

function failureOf(result: ProcessResult, timeout_ms: number): string {
  switch (result.kind) {
    case 'exited':
      return `ended with exit code ${result.code}`
    case 'killed':
      return 'was killed by a signal'
    case 'not_started':
      return `cannot be run: ${result.code ?? 'unknown'}`
    case 'stopped':
      return result.reason === 'output'
        ? `printed more than ${MAX_OUTPUT_BYTES / 1024} KiB; it must print one key per line and nothing else`
        : `did not finish within ${timeout_ms / 1000} seconds`
  }
}

/** Returns the keys of text with one key of 64 hex digits per line. Empty lines and repeated keys are ignored. @throws StoreRefused */
export function parseKeys(text: string, where: string): KeyRing {
  const keys = text.split('\n').flatMap((line, index) => {
    const digits = line.trim()
    if (digits === '') return []
    if (/^[0-9a-f]{64}$/i.test(digits)) return [masterKey(Buffer.from(digits, 'hex'))]
    throw new StoreRefused(
      `Line ${index + 1} of ${where} is not a master key of 64 hex digits; restore it from a backup, or create a key with: svc-registry key generate`,
    )
  })
  if (keys.length > 0) return distinct(keys)
  throw new StoreRefused(`There is no master key in ${where}; restore it from a backup.`)
}

/** Returns the keys without duplicates. */
export const distinct = (keys: KeyRing): KeyRing =>
  keys.filter(({ id }, index) => keys.findIndex((key) => key.id === id) === index)

/** Returns a new master key in the form in which sources contain it. */
export const newKeyText = (random: (bytes: number) => Uint8Array): string =>
  Buffer.from(random(MASTER_KEY_BYTES)).toString('hex')

/** Returns the key file beside a store. */
export const keyFileOf = (storeFile: string): KeySource & { readonly kind: 'beside' } => ({
  kind: 'beside',
  path: `${storeFile}.key`,
})

/**
 * Returns the key file beside a store, which is created with mode 0600 if the store has no signing key yet.
 * @throws StoreRefused if the store has one and the file is missing, because a new file would not open the store
 */
export async function keyFileBeside(
  store: Pick<Store, 'findAnySigningKey'>,
  storeFile: string,
  random: (bytes: number) => Uint8Array,
): Promise<KeySource> {
  const source = keyFileOf(storeFile)
  // The store is read first, because another process that creates both writes the file before it adds the key.
  const hasSecrets = (await store.findAnySigningKey({})) !== undefined
  if (hasSecrets && !existsSync(source.path))
    throw new StoreRefused(
      `The key file ${source.path} is missing; restore it from a backup, or set SVC_MASTER_KEY to the key with which the store was created.`,
    )
  ensureKeyFile(source.path, random)
  return source
}

/**
 * Creates the key file of a new store with mode 0600, and corrects the mode of an existing one. Without this file, none of the secrets in a
 * backup of the store can be opened.
 * @throws StoreRefused
 */
export function ensureKeyFile(path: string, random: (bytes: number) => Uint8Array): void {
  makeFolderOf(path)
  try {
    writeFileSync(path, `${newKeyText(random)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StoreRefused(`The key file ${path} cannot be written: ${(cause as Error).message}.`)
  }
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
}

import { rmSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { createClock } from '../../system.ts'
import { command } from '../../terminal/command.ts'
import { STORE_FLAGS } from '../arguments/settings.ts'
import { readDataStore, requireExisting, type DataStore } from './data-store.ts'
import type { Timestamp } from '../../domain/time.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { wholeNumber } from '../arguments/values.ts'
import { deleteOldBackups, isBackupName, locationAt, writeObject } from './backup-locations.ts'
import { isBucketAddress } from '../../ports/bucket.ts'
import { removeAbandonedFiles, temporaryPath } from '../../disk/temporary-file.ts'
import { onInterrupt } from '../../terminal/signals.ts'
import { formatFields, formatTable } from '../../terminal/text.ts'
import { version } from '../../version.ts'
import type { backUp } from '../../store/transfer/backup.ts'
import type { Manifest } from '../../store/transfer/format.ts'

/** `backup`: writes a store to one file, while it is in use. */
export const backup = command({
  path: 'backup',
  summary: 'Write a store to a backup file, while it is in use',
  maintenance: true,
  about: [
    'Writes one consistent state, even while the registry is running and writing. The file is compressed JSON Lines in the same format for every kind of store, and readable only by you; its last line contains the number of rows and their SHA-256. The file appears under its name once it is complete and on disk.',
    '',
    'With --directory the file is named after the time, such as registry-20260301T120000Z.backup, and --keep deletes older backups once the new one is complete. `restore --check` proves that a backup can be restored.',
    '',
    "FILE and FOLDER may be in S3-compatible object storage: s3://BUCKET/KEY, with the credentials of the AWS tools (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, or a role) and the address in AWS_ENDPOINT_URL_S3 unless it is Amazon's.",
    '',
    'The backup does not contain the master key. A restored store cannot be served without it, so keep both, in different places. The backup contains no plaintext secrets, but it does contain names, e-mail addresses, the audit log and hashes of credentials: protect it like the store.',
  ].join('\n'),
  flags: {
    ...STORE_FLAGS,
    to: {
      value: 'FILE',
      description: 'File or object to write; - for standard output',
    },
    directory: {
      value: 'FOLDER',
      description:
        'Folder or s3://BUCKET/PREFIX in which to write a file that is named after the time',
    },
    keep: {
      value: 'N',
      description: 'With --directory: delete all backups there but the newest N',
      fallback: 'all are kept',
    },
    replace: { description: 'Replace FILE if it exists' },
    json: { description: 'Print the manifest as one JSON document' },
  },
  examples: [
    'backup --to registry.backup',
    'backup --directory /backups --keep 14',
    'backup --directory s3://backups/registry --keep 14',
    'backup --store sqlite:/var/lib/registry.db --to /backups/registry.backup --replace --json',
  ],
  async run(flags, terminal) {
    const keep = readKeep(flags)
    const now = createClock().now()
    const to = await targetOf(flags, now)
    const store = requireExisting(await readDataStore(flags, terminal))
    const toStdout = to === '-'
    const manifest = await writeTo(to, store, now, flags.replace)
    const deleted =
      keep === undefined ? [] : await deleteOldBackups(locationAt(flags.directory!), keep, to)
    const text = flags.json
      ? JSON.stringify({ ...manifest, ...(flags.directory !== undefined && { file: to, deleted }) })
      : formatBackup(manifest, store, to, deleted)
    // Standard output may be the backup itself.
    if (toStdout) terminal.printError(text)
    else terminal.print(text)
    return 0
  },
})

const MAX_KEPT = 10_000

interface TargetFlags {
  readonly to: string | undefined
  readonly directory: string | undefined
  readonly keep: string | undefined
}

/** Returns how many backups are kept; undefined for all. @throws UsageError */
function readKeep({ directory, keep }: TargetFlags): number | undefined {
  if (keep === undefined) return undefined
  if (directory === undefined)
    throw new UsageError('--keep requires --directory, which names the folder to prune.')
  return wholeNumber('--keep', keep, 1, MAX_KEPT)
}

/** Returns the file or object to write, or `-`. @throws UsageError; CommandError or BucketFailed if the location cannot be read */
async function targetOf({ to, directory }: TargetFlags, now: Timestamp): Promise<string> {
  if ((to === undefined) === (directory === undefined))
    throw new UsageError('Name either the file to write with --to, or a folder with --directory.')
  if (directory === undefined) return to!
  const location = locationAt(directory)
  await location.list()
  return location.pathFor(now)
}

function writeTo(
  to: string,
  store: DataStore,
  now: Timestamp,
  replace: boolean,
): Promise<Manifest> {
  if (to === '-') return write(store, now, { stream: process.stdout })
  if (isBucketAddress(to)) return writeToBucket(store, now, { path: to, replace })
  return writeFile(store, now, { path: resolve(to), replace })
}

/** Uploads a backup while it is being created, so that no local disk space is needed. */
async function writeToBucket(
  store: DataStore,
  now: Timestamp,
  { path, replace }: { readonly path: string; readonly replace: boolean },
): Promise<Manifest> {
  const content = new PassThrough()
  content.on('error', () => undefined) // The promises below reject with the same error.
  const [manifest] = await Promise.all([
    write(store, now, { stream: content }).then(
      (written) => {
        content.end()
        return written
      },
      (cause: unknown) => {
        content.destroy(cause as Error)
        throw cause
      },
    ),
    writeObject(path, { replace, content }).catch((cause: unknown) => {
      content.destroy(cause as Error)
      throw cause
    }),
  ])
  return manifest
}

/** Writes a backup to a stream or a file. */
async function write(
  store: DataStore,
  now: Timestamp,
  to: Parameters<typeof backUp>[0]['to'],
): Promise<Manifest> {
  const transfer = await import('../../store/transfer/backup.ts')
  return transfer
    .backUp({ store: store.address, version: version(), now, to })
    .catch((cause: unknown) => {
      throw backupError(cause)
    })
}

/**
 * Writes a backup to a file. No incomplete file remains in the folder if a signal ends the process, or if an earlier process was killed.
 */
async function writeFile(
  store: DataStore,
  now: Timestamp,
  to: { readonly path: string; readonly replace: boolean },
): Promise<Manifest> {
  const name = basename(to.path)
  removeAbandonedFiles(
    dirname(to.path),
    (target) => target === name || isBackupName(target),
    Date.parse(now),
  )
  const removeCleanup = onInterrupt(() => rmSync(temporaryPath(to.path), { force: true }))
  try {
    return await write(store, now, to)
  } finally {
    removeCleanup()
  }
}

const backupError = (cause: unknown): unknown =>
  (cause as Error).name === 'FileExists'
    ? new CommandError(`${(cause as Error).message}; --replace overwrites it.`)
    : cause

const formatBackup = (
  manifest: Manifest,
  store: DataStore,
  to: string,
  deleted: readonly string[],
): string =>
  [
    `Backed up ${store.shown}${to === '-' ? '' : ` to ${to}`}.`,
    '',
    formatManifest(manifest),
    '',
    ...deleted.map((path) => `Deleted ${path}.`),
    `The backup does not contain the master key. ${keyAdvice(store)}`,
  ].join('\n')

function keyAdvice(store: DataStore): string {
  if (store.keys.length > 0)
    return `It is in ${store.keyLocation}: keep a copy separate from the backup.`
  return `It was not found: ${store.keyLocation}.`
}

/** Formats the manifest of a backup. */
export function formatManifest({
  taken_at,
  version: written_by,
  rows,
  sha256,
  master_keys,
}: Manifest): string {
  return [
    formatFields([
      ['Taken at', taken_at],
      ['Version', written_by],
      ['SHA-256', sha256],
      ['Master keys', master_keys?.join(', ')],
    ]),
    '',
    formatRowCounts(rows),
  ].join('\n')
}

export const formatRowCounts = (rows: Readonly<Record<string, number>>): string =>
  formatTable(
    ['TABLE', 'ROWS'],
    Object.entries(rows).filter(([, count]) => count > 0),
    'There are no rows.',
  )

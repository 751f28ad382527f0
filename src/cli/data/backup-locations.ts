import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Timestamp } from '../../domain/time.ts'
import { isBucketAddress, openBucket, parseBucketAddress } from '../../ports/bucket.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'

/** Where backups are kept: a folder, or the objects of a bucket under a prefix. */
export interface BackupLocation {
  /** Returns the path of a backup that is taken now. */
  pathFor(now: Timestamp): string
  /** Returns the paths of the backups, the newest first. Other files are ignored. @throws CommandError, BucketFailed */
  list(): Promise<readonly string[]>
  /** @throws BucketFailed, or the error of the file system */
  remove(path: string): Promise<void>
}

/** The names of backups in a location, which sort by the time at which they were taken. */
const BACKUP_NAME = /^registry-\d{8}T\d{6}Z\.backup$/
const nameAt = (now: Timestamp): string =>
  `registry-${now.slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`

/** Returns whether a name is one that this program gives to backups. */
export const isBackupName = (name: string): boolean => BACKUP_NAME.test(name)

/** Returns the location with this address: the path of a folder, or `s3://BUCKET/PREFIX`. @throws UsageError */
export const locationAt = (address: string): BackupLocation =>
  isBucketAddress(address) ? bucketLocation(address) : folderLocation(address)

const folderLocation = (folder: string): BackupLocation => ({
  pathFor: (now) => join(folder, nameAt(now)),
  async list() {
    try {
      return newestFirst(readdirSync(folder)).map((name) => join(folder, name))
    } catch (cause) {
      throw new CommandError(
        `The folder ${folder} cannot be read: ${(cause as Error).message}. Create it, or name another one.`,
      )
    }
  },
  remove: async (path) => rmSync(path),
})

function bucketLocation(address: string): BackupLocation {
  const { bucket, key } = readBucketAddress(address)
  const prefix = key === '' || key.endsWith('/') ? key : `${key}/`
  const pathOf = (name: string) => `s3://${bucket}/${prefix}${name}`
  return {
    pathFor: (now) => pathOf(nameAt(now)),
    async list() {
      const keys = await withBucket(bucket, prefix, (opened) => opened.list())
      return newestFirst(keys.map((one) => one.slice(prefix.length))).map(pathOf)
    },
    remove: (path) =>
      withBucket(bucket, prefix, (opened) => opened.remove(readBucketAddress(path).key)),
  }
}

const newestFirst = (names: readonly string[]): readonly string[] =>
  names.filter(isBackupName).toSorted().toReversed()

function readBucketAddress(address: string): { readonly bucket: string; readonly key: string } {
  const parsed = parseBucketAddress(address)
  if (parsed) return parsed
  throw new UsageError(`${address} is not an address of the form s3://BUCKET/KEY.`)
}

async function withBucket<Result>(
  bucket: string,
  prefix: string,
  use: (opened: Awaited<ReturnType<typeof openBucket>>) => Promise<Result>,
): Promise<Result> {
  const opened = await openBucket(bucket, prefix)
  try {
    return await use(opened)
  } finally {
    opened.close()
  }
}

/**
 * Stores a backup as an object. It appears when the stream has ended, or not at all if the stream fails.
 * @throws UsageError if the path does not name an object; CommandError if the object exists and `replace` is not set; BucketFailed
 */
export async function writeObject(
  path: string,
  { replace, content }: { readonly replace: boolean; readonly content: Readable },
): Promise<void> {
  const { bucket, key } = readBucketAddress(path)
  if (isPrefix(path)) throw new UsageError(`${path} does not name an object: add a name to it.`)
  await withBucket(bucket, key, async (opened) => {
    if (!replace && (await opened.list()).includes(key))
      throw new CommandError(`${path} already exists; --replace overwrites it.`)
    await opened.write(key, content)
  })
}

/** Returns whether an address names all objects under a prefix instead of a single object. */
export const isPrefix = (address: string): boolean => {
  const { key } = readBucketAddress(address)
  return key === '' || key.endsWith('/')
}

/**
 * Returns the source from which a backup is read: the path of a file, or the content of an object.
 * @throws CommandError if there is no such object; BucketFailed
 */
export async function openBackup(path: string): Promise<string | Readable> {
  if (!isBucketAddress(path)) return path
  const { bucket, key } = readBucketAddress(path)
  const opened = await openBucket(bucket, key)
  try {
    if (!(await opened.list()).includes(key))
      throw new CommandError(
        `There is no object ${path}. If it is a prefix of backups, end it with a slash: ${path}/`,
      )
    const content = await opened.read(key)
    content.once('close', () => opened.close())
    return content
  } catch (cause) {
    opened.close()
    throw cause
  }
}

/** Returns the newest backup in a location. @throws CommandError if there is none */
export async function newestBackup(address: string): Promise<string> {
  const [newest] = await locationAt(address).list()
  if (newest !== undefined) return newest
  throw new CommandError(
    `There is no backup in ${address}; write one with: backup --directory ${address}`,
  )
}

/**
 * Deletes all backups in a location except the newest ones, and returns the paths of those that it deleted.
 * @param written the backup that was just written
 * @throws CommandError if another backup has a later name, because then the names do not show which backups are the newest
 */
export async function deleteOldBackups(
  location: BackupLocation,
  keep: number,
  written: string,
): Promise<readonly string[]> {
  const backups = await location.list()
  const [newest] = backups
  if (newest !== undefined && newest > written)
    throw new CommandError(
      `${written} was written, but no older backup was deleted, because ${newest} is named after a later time. Correct the clock of this machine, or move that file to another folder.`,
    )
  const old = backups.slice(keep)
  for (const path of old) await location.remove(path)
  return old
}

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Timestamp } from '../../domain/time.ts'
import { CommandError } from '../../terminal/errors.ts'

/** The names of backups in a folder, which sort by the time at which they were taken. */
const BACKUP_NAME = /^registry-\d{8}T\d{6}Z\.backup$/

/** Returns the file in a folder for a backup that is taken now. */
export const backupPath = (folder: string, now: Timestamp): string =>
  join(folder, `registry-${now.slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`)

/** Returns the paths of the backups in a folder, the newest first. Other files are ignored. @throws CommandError */
export function listBackups(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => BACKUP_NAME.test(name))
      .toSorted()
      .toReversed()
      .map((name) => join(folder, name))
  } catch (cause) {
    throw new CommandError(
      `The folder ${folder} cannot be read: ${(cause as Error).message}. Create it, or name another one.`,
    )
  }
}

/** Returns the newest backup in a folder. @throws CommandError if there is none */
export function newestBackup(folder: string): string {
  const [newest] = listBackups(folder)
  if (newest !== undefined) return newest
  throw new CommandError(
    `There is no backup in ${folder}; write one with: backup --directory ${folder}`,
  )
}

/** Returns whether a name is one that this program gives to backups. */
export const isBackupName = (name: string): boolean => BACKUP_NAME.test(name)

/**
 * Deletes all backups in a folder except the newest ones, and returns the paths of those that it deleted.
 * @param written the backup that was just written
 * @throws CommandError if another one has a later name, because then the names do not say which are the newest
 */
export function deleteOldBackups(folder: string, keep: number, written: string): readonly string[] {
  const backups = listBackups(folder)
  const [newest] = backups
  if (newest !== undefined && newest > written)
    throw new CommandError(
      `${written} was written, but no older backup was deleted, because ${newest} is named after a later time. Correct the clock of this machine, or move that file to another folder.`,
    )
  const old = backups.slice(keep)
  for (const path of old) rmSync(path)
  return old
}

import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()
/** A file system in memory, where syncs cost nothing. Containers often have a small one, which is left alone. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 ** 30
const roomInMemory = (): boolean =>
  existsSync(MEMORY) && statfsSync(MEMORY).bavail * statfsSync(MEMORY).bsize > ENOUGH_BYTES
/** Lanes that ask nothing of the disk (test/lanes.ts) have their folders in memory. */
const SHARED = process.env['TEST_FOLDERS'] === 'memory' && roomInMemory() ? MEMORY : tmpdir()

/**
 * Makes an empty folder, which is removed when the file of tests is over; outside of tests, when the process ends. Tests of what
 * survives a power cut ask for a folder on the disk.
 */
export function newFolder(name = 'test', on: 'any' | 'disk' = 'any'): string {
  const path = mkdtempSync(join(on === 'disk' ? tmpdir() : SHARED, `svc-${name}-`))
  made.add(path)
  return path
}

/** Removes a folder before its time, where many are made or they are large. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
  made.delete(path)
}

/** Removes every folder that this thread made and still has. */
export function removeFolders(): void {
  for (const path of made) removeFolder(path)
}

process.on('exit', removeFolders)

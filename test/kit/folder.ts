import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()
/** A file system in memory, where syncing is free. It is used only if more than 1 GiB of it is free; containers often have less. */
const MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 2 ** 30
const hasEnoughMemory = (): boolean =>
  existsSync(MEMORY) && statfsSync(MEMORY).bavail * statfsSync(MEMORY).bsize > MIN_FREE_BYTES
/** Folders are in memory in lanes that do not test the disk (test/lanes.ts). */
const PARENT = process.env['TEST_FOLDERS'] === 'memory' && hasEnoughMemory() ? MEMORY : tmpdir()

/**
 * Creates an empty folder, which is removed after the test file or, outside of tests, when the process ends. Tests of durability need a
 * folder on the disk.
 */
export function newFolder(name = 'test', on: 'any' | 'disk' = 'any'): string {
  const path = mkdtempSync(join(on === 'disk' ? tmpdir() : PARENT, `svc-${name}-`))
  folders.add(path)
  return path
}

/** Removes a folder early, for tests with many or large folders. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
  folders.delete(path)
}

/** Removes all remaining folders of this thread. */
export function removeFolders(): void {
  for (const path of folders) removeFolder(path)
}

process.on('exit', removeFolders)

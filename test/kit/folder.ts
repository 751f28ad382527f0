import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()

/** Makes an empty folder, which is removed when the file of tests is over; outside of tests, when the process ends. */
export function newFolder(name = 'test'): string {
  const path = mkdtempSync(join(tmpdir(), `svc-${name}-`))
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

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made: string[] = []

/** Makes an empty folder, which is removed when the file of tests is over; outside of tests, when the process ends. */
export function folder(name = 'test'): string {
  const path = mkdtempSync(join(tmpdir(), `svc-${name}-`))
  made.push(path)
  return path
}

/** Removes every folder that this thread made. */
export function removeFolders(): void {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true })
}

process.on('exit', removeFolders)

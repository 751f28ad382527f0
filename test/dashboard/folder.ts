import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const made: string[] = []
afterAll(() => { for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true }) })

/** A folder that is gone after the tests of a file. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'svc-dashboard-'))
  made.push(path)
  return path
}

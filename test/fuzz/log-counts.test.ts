import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countIssues } from '../../fuzz/log-counts.ts'
import { newFolder } from '../kit/folder.ts'

const folder = newFolder('log-counts')
let logs = 0
const log = (text: string) => {
  const path = join(folder, String((logs += 1)))
  writeFileSync(path, text)
  return { log: path }
}
const WARNED =
  'Warnings:\n  ⚠️ Missing test data: 3 operations repeatedly returned 404 responses\n  ⚠️ Schema warning\n'

test.each([
  [
    'a log without issues',
    ['=== No issues found in 36.22s ===\n'],
    { failures: 0, errors: 0, warnings: 0 },
  ],
  [
    'failures and errors',
    ['=== 2 failures, 1 error in 9.10s ===\n'],
    { failures: 2, errors: 1, warnings: 0 },
  ],
  [
    'warnings by operation, even if the last line omits them',
    [`${WARNED}=== Warnings fail the run in 5.00s ===\n`],
    { failures: 0, errors: 0, warnings: 4 },
  ],
  [
    'the issues of all rounds',
    ['=== 1 failure in 1.00s ===\n', '=== 1 failure in 1.00s ===\n'],
    { failures: 2, errors: 0, warnings: 0 },
  ],
  [
    'a truncated log as an error',
    ['Schemathesis v4.32.5\n'],
    { failures: 0, errors: 1, warnings: 0 },
  ],
])('counts %s', (_, texts, expected) => expect(countIssues(texts.map(log))).toEqual(expected))

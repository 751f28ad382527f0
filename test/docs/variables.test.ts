import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { unknownSettingNames } from '../../src/config/settings.ts'

/**
 * The files for people who set variables in the environment of a registry. The README of the conformance suite is not one of them, because
 * it names variables that the suite itself sets.
 */
const FILES = globSync(
  ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'deploy/**', 'examples/**', 'src/docs/**/*.ts'],
  // Contributors set variables for tests.
  { exclude: ['**/node_modules/**', '**/__pycache__/**', 'CONTRIBUTING.md'] },
).filter((path) => statSync(path).isFile())

it('every variable in the documentation and the examples may be set in the environment of a registry', () => {
  const names = FILES.flatMap(
    (path) => readFileSync(path, 'utf8').match(/\bSVC_[A-Z0-9_]+\b/g) ?? [],
  )
  expect(names.length).toBeGreaterThan(100)
  expect(unknownSettingNames(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual([])
})

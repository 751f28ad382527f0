import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { artifactsIn, SUMS } from './artifacts.ts'
import { openStatement, type Envelope } from './statement.ts'

/** The file of the signed statement. */
export const STATEMENT = 'statement.intoto.json'
/** The files that the statement is not about. A public key beside the files proves nothing, and is there to be compared. */
const ABOUT = new Set([STATEMENT, SUMS, 'release.pub'])

/** Verifies that a folder contains the files of a statement that a key has signed, and no other. @throws Error that says what is wrong */
export function verifyRelease(folder: string, key: KeyObject) {
  const envelope = JSON.parse(readFileSync(join(folder, STATEMENT), 'utf8')) as Envelope
  const { subject, predicate } = openStatement(envelope, key)
  const stated = new Map(subject.map(({ name, digest }) => [name, digest.sha256]))
  const files = artifactsIn(folder).filter(({ name }) => !ABOUT.has(name))
  const present = new Set(files.map(({ name }) => name))
  const problems = [
    ...files.flatMap(({ name, sha256 }) =>
      !stated.has(name)
        ? [`${name} is not part of the release`]
        : stated.get(name) !== sha256
          ? [`${name} was changed`]
          : [],
    ),
    ...[...stated.keys()].flatMap((name) => (present.has(name) ? [] : [`${name} is missing`])),
  ]
  if (problems.length > 0) throw new Error(problems.join('; '))
  const { externalParameters, resolvedDependencies } = predicate.buildDefinition
  const [source] = resolvedDependencies
  return {
    version: externalParameters.version,
    commit: source?.digest && 'gitCommit' in source.digest ? source.digest.gitCommit : 'unknown',
    files: files.length,
  }
}

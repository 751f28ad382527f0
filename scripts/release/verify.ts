import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { artifactsIn, sumsOf, SUMS } from './artifacts.ts'
import {
  keyIdOf,
  openStatement,
  type Artifact,
  type Envelope,
  type Statement,
} from './statement.ts'

/** The file of the signed statement. */
export const STATEMENT = 'statement.intoto.json'
/** The public key, so that recipients can compare it with the one that they were given. */
export const PUBLIC_KEY = 'release.pub'
/** The files that the statement does not cover. */
const NOT_COVERED = new Set([STATEMENT, SUMS, PUBLIC_KEY])

/** Verifies that a folder contains the files of a statement that a key has signed, and no others. @throws Error that says what is wrong */
export function verifyRelease(folder: string, key: KeyObject) {
  const envelope = JSON.parse(readFileSync(join(folder, STATEMENT), 'utf8')) as Envelope
  const { subject, predicate } = openStatement(envelope, key)
  const stated = new Map(subject.map(({ name, digest }) => [name, digest.sha256]))
  const all = artifactsIn(folder)
  const files = all.filter(({ name }) => !NOT_COVERED.has(name))
  const present = new Set(files.map(({ name }) => name))
  const faults = [
    ...files.flatMap(({ name, sha256 }) =>
      !stated.has(name)
        ? [`${JSON.stringify(name)} is not part of the release`]
        : stated.get(name) !== sha256
          ? [`${JSON.stringify(name)} was changed`]
          : [],
    ),
    ...faultsOfCopies(folder, all, subject, key),
    ...[...stated.keys()].flatMap((name) =>
      present.has(name) ? [] : [`${JSON.stringify(name)} is missing`],
    ),
  ]
  if (faults.length > 0) throw new Error(faults.join('; '))
  const { externalParameters, resolvedDependencies } = predicate.buildDefinition
  const [source] = resolvedDependencies
  return {
    version: externalParameters.version,
    commit: source?.digest && 'gitCommit' in source.digest ? source.digest.gitCommit : 'unknown',
    files: files.length,
  }
}

/** Returns what is wrong with the files that only repeat what the statement and its key say. */
function faultsOfCopies(
  folder: string,
  files: readonly Artifact[],
  subject: Statement['subject'],
  key: KeyObject,
): readonly string[] {
  const read = (name: string) =>
    files.some((file) => file.name === name) ? readFileSync(join(folder, name), 'utf8') : undefined
  const sums = read(SUMS)
  const stated = subject.map(({ name, digest }) => ({ name, sha256: digest.sha256 }))
  const public_key = read(PUBLIC_KEY)
  return [
    ...(sums === undefined || sums === sumsOf(stated) ? [] : [`${SUMS} was changed`]),
    ...(public_key === undefined || keyIdOf(createPublicKey(public_key)) === keyIdOf(key)
      ? []
      : [`${PUBLIC_KEY} is a different key`]),
  ]
}

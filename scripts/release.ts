/**
 * Builds a release from a clean clone of the current commit: packages, an image, software bills of materials, digests, and a signed
 * statement of what they were built from. A second build from another clone must produce the same bytes. `--dry-run` signs with a temporary
 * key. Nothing is published.
 *
 *   npm run release -- --dry-run [--out FOLDER]
 *   npm run release -- --key FILE [--out FOLDER]         FILE is a private Ed25519 key in PEM
 *   npm run release -- --verify FOLDER --key FILE [--version VERSION]        FILE is the public key
 */
import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { artifactsIn, buildRelease, sumsOf, SUMS } from './release/artifacts.ts'
import {
  keyIdOf,
  signStatement,
  statementOf,
  type Artifact,
  type Source,
} from './release/statement.ts'
import { PUBLIC_KEY, STATEMENT, verifyRelease } from './release/verify.ts'

const { values: flags } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    key: { type: 'string' },
    out: { type: 'string', default: 'release' },
    verify: { type: 'string' },
    version: { type: 'string' },
  },
})

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Builds a commit in a separate clone. */
async function build(commit: string, into: string): Promise<Source> {
  const clone = mkdtempSync(join(tmpdir(), 'svc-release-'))
  try {
    git('clone', '--quiet', '--no-hardlinks', '--no-checkout', '.', clone)
    git('-C', clone, 'checkout', '--quiet', '--detach', commit)
    return await buildRelease(clone, commit, into)
  } finally {
    rmSync(clone, { recursive: true, force: true })
  }
}

/** Builds once more, and stops if a byte differs. */
async function compareWithSecondBuild(commit: string, first: readonly Artifact[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-release-'))
  try {
    await build(commit, folder)
    const second = new Map(artifactsIn(folder).map(({ name, sha256 }) => [name, sha256]))
    const names = new Set([...first.map(({ name }) => name), ...second.keys()])
    const sha256Of = (name: string) => first.find((artifact) => artifact.name === name)?.sha256
    const different = [...names].filter((name) => sha256Of(name) !== second.get(name))
    if (different.length > 0) throw new Error(`two builds differ: ${different.join(', ')}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function signingKey(): KeyObject {
  if (flags['dry-run']) return generateKeyPairSync('ed25519').privateKey
  if (flags.key === undefined) throw new Error('pass the private key with --key, or use --dry-run')
  const key = createPrivateKey(readFileSync(flags.key))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${flags.key} is not an Ed25519 key`)
  return key
}

async function release(): Promise<void> {
  const key = signingKey()
  const into = resolve(flags.out)
  if (existsSync(into) && readdirSync(into).length > 0) throw new Error(`${into} is not empty`)
  if (git('status', '--porcelain') !== '')
    console.error('Uncommitted changes are not part of the release.')
  const commit = git('rev-parse', 'HEAD')
  const source = await build(commit, into)
  const artifacts = artifactsIn(into)
  await compareWithSecondBuild(commit, artifacts)
  writeFileSync(join(into, SUMS), sumsOf(artifacts))
  const envelope = signStatement(statementOf(artifacts, source), key)
  writeFileSync(join(into, STATEMENT), `${JSON.stringify(envelope, null, 2)}\n`)
  const public_key = createPublicKey(key)
  writeFileSync(join(into, PUBLIC_KEY), public_key.export({ type: 'spki', format: 'pem' }))
  console.table(artifacts)
  console.log(
    `Both builds are identical. Version ${source.version} of commit ${source.commit} is in ${flags.out}, signed by the key ${keyIdOf(public_key)}.`,
  )
}

function verifyFolder(folder: string): void {
  if (flags.key === undefined) throw new Error('pass the public key with --key')
  const key = createPublicKey(readFileSync(flags.key))
  const { version, commit, files } = verifyRelease(folder, key)
  // Anyone who can replace the files could offer an earlier release, whose statement is equally valid.
  if (flags.version !== undefined && flags.version !== version)
    throw new Error(`this is version ${version}, not ${flags.version}`)
  console.log(`Verified ${files} files of version ${version}, built from commit ${commit}.`)
}

try {
  if (flags.verify === undefined) await release()
  else verifyFolder(flags.verify)
} catch (cause) {
  console.error(`release: ${(cause as Error).message}`)
  process.exitCode = 1
}

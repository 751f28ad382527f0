import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SOURCES } from '../packages/sources.ts'
import { canBuildImage, writeImage } from './image.ts'
import type { Manifest } from './lock.ts'
import { billsOfMaterials } from './sbom.ts'
import type { Artifact, Source } from './statement.ts'

export const SUMS = 'SHA256SUMS'
/** The package that the image contains. */
const PLATFORM = 'svc-registry'

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Builds everything that a release contains from a clean clone of a commit, and returns what it was built from. @param into an empty folder */
export async function buildRelease(clone: string, commit: string, into: string): Promise<Source> {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: clone, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] })
  run('npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund')
  run('npm', 'run', '--silent', 'build')
  const made_at = new Date(Number(run('git', 'show', '-s', '--format=%ct', commit)) * 1000)
  mkdirSync(into, { recursive: true })
  for (const folder of [...SOURCES.map(({ name }) => join('dist', name)), 'conformance']) {
    run('npm', 'pack', `./${folder}`, '--ignore-scripts', '--silent', '--pack-destination', into)
    const manifest = JSON.parse(
      readFileSync(join(clone, folder, 'package.json'), 'utf8'),
    ) as Manifest
    const complete = withBundled(manifest, clone)
    for (const [file, text] of billsOfMaterials(complete, clone, made_at.toISOString()))
      writeFileSync(join(into, file), text)
  }
  const manifest = JSON.parse(
    readFileSync(join(clone, 'dist', PLATFORM, 'package.json'), 'utf8'),
  ) as Manifest
  const tarball = join(into, `${PLATFORM}-${manifest.version}.tgz`)
  const isComplete = canBuildImage()
  if (!isComplete)
    console.error(
      'No image is built: its libraries come from Debian, so this requires apt-get, dpkg-deb and an x64 or arm64 processor.',
    )
  const others = isComplete
    ? (await writeImage({ tarball, manifest, root: clone, commit, made_at, into })).contents
    : []
  const commands = SOURCES.filter(({ bundled }) => bundled).map(({ name }) => `${name}.mjs`)
  for (const file of commands.flatMap((command) => [command, `${command}.licenses.txt`]))
    copyFileSync(join(clone, 'dist', file), join(into, file))
  const lock = readFileSync(join(clone, 'package-lock.json'))
  return { version: manifest.version, commit, lock_sha256: sha256(lock), others }
}

/** Packages whose code is part of a package, so that npm does not install them: in the dashboard, or inlined. */
const BUNDLED: Readonly<Record<string, readonly string[]>> = {
  'svc-agent': ['canonicalize'],
  'svc-conformance': ['js-yaml'],
  'svc-registry': ['@tanstack/preact-query', 'openapi-fetch', 'preact', 'preact-iso'],
}

/** Returns a manifest that names bundled packages as well, at the versions of package-lock.json. */
function withBundled(manifest: Manifest, root: string): Manifest {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly version: string }>>
  }
  const bundled = BUNDLED[manifest.name]!.map((name) => [
    name,
    packages[`node_modules/${name}`]!.version,
  ])
  return { ...manifest, dependencies: { ...manifest.dependencies, ...Object.fromEntries(bundled) } }
}

/** Returns the files of a folder with their digests, in the order of their names. @throws if it contains anything but files */
export const artifactsIn = (folder: string): readonly Artifact[] =>
  readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => {
      const { name } = entry
      if (!entry.isFile()) throw new Error(`${JSON.stringify(name)} is not a file`)
      return { name, sha256: sha256(readFileSync(join(folder, name))) }
    })

/** Returns digests in the format of `sha256sum --check`. */
export const sumsOf = (artifacts: readonly Artifact[]): string =>
  artifacts.map(({ name, sha256: digest }) => `${digest}  ${name}\n`).join('')

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasProgram } from '../kit/debian.ts'
import { mustRun } from './programs.ts'

/** Build results, kept for later runs. Delete the folder to build them again. */
export const CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/deployments', import.meta.url),
)

export interface DebianRoot {
  readonly suite: 'bookworm' | 'trixie'
  readonly packages: readonly string[]
  /** Whether it has the Node of this repository, and npm. */
  readonly node?: boolean
  /** Files on this machine, by the folder into which they are copied. */
  readonly files?: Readonly<Record<string, string>>
}

/** The certificates that this machine trusts, so that downloads work the same way from inside. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const NODE = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))

/** Builds a minimal Debian system with these packages, and returns the path of its tar archive. */
export async function debianRoot({
  suite,
  packages,
  node = false,
  files = {},
}: DebianRoot): Promise<string> {
  const copies: readonly (readonly [folder: string, file: string])[] = [
    ['/etc/ssl/certs', CERTIFICATES],
    ...(node ? [['/usr/bin', NODE] as const] : []),
    ...Object.entries(files),
  ]
  const hooks = [
    ...copies.map(([folder, file]) => `mkdir -p "$1${folder}" && cp -L '${file}' "$1${folder}/"`),
    ...(node ? [await npmHook()] : []),
  ]
  const key = createHash('sha256').update(JSON.stringify([suite, packages, hooks]))
  for (const [, file] of copies) key.update(readFileSync(file))
  const tar = join(CACHE, `${suite}-${key.digest('hex').slice(0, 16)}.tar`)
  if (existsSync(tar)) return tar
  mkdirSync(CACHE, { recursive: true })
  console.log(`Building ${['Debian', suite, ...packages].join(' ')} (once) ...`)
  await mustRun('mmdebstrap', [
    '--quiet',
    '--format=tar',
    '--variant=minbase',
    `--include=${['ca-certificates', ...packages].join()}`,
    ...hooks.map((hook) => `--customize-hook=${hook}`),
    suite,
    `${tar}.part`,
  ])
  renameSync(`${tar}.part`, tar)
  return tar
}

/** Returns the command that copies the npm of this machine. */
async function npmHook(): Promise<string> {
  if (!hasProgram('npm')) throw new Error('npm is not in PATH')
  const cli = (await mustRun('sh', ['-c', 'readlink -f "$(command -v npm)"'])).trim()
  const modules = '"$1/usr/lib/node_modules"'
  return [
    `mkdir -p ${modules} "$1/usr/etc"`,
    `cp -r '${dirname(dirname(cli))}' ${modules}/`,
    'ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/bin/npm"',
    `echo cafile=${CERTIFICATES} > "$1/usr/etc/npmrc"`,
  ].join(' && ')
}

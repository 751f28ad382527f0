import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Terminal } from '../../cli/command.ts'
import { Refused } from '../../cli/failures.ts'
import { svcId } from '../../domain/crypto/messages.ts'
import { readKeyFile, type AgentKey } from '../keys.ts'
import { readManifest, type Manifest, type Remark } from '../manifest.ts'

/** What an agent's folder holds. */
export const FILES = { manifest: 'svc.yml', key: 'svc.key', skills: 'skills.mjs', credentials: 'svc.credentials' } as const

/** An agent as its folder describes it. */
export interface AgentFolder {
  readonly dir: string
  readonly manifest: Manifest
  readonly key: AgentKey
  readonly svc_id: string
  readonly manifest_hash: string
  readonly credentials_file: string
  /** The file with the skills. */
  readonly entry: string
  /** What is not wrong, but not as it should be either, as `svc.yml:3:5: ...`. */
  readonly warnings: readonly string[]
}

/** Where the agent is: `--dir`, or the folder in which the command was typed, which npm hides in INIT_CWD. */
export const folderOf = (dir: string | undefined, { env, program }: Terminal): string =>
  resolve((program.startsWith('npm ') ? env['INIT_CWD'] : undefined) ?? '.', dir ?? '.')

/** Reads a folder. @throws Refused naming every fault with its place */
export function openFolder(dir: string, program: string): AgentFolder {
  const { manifest, hash, warnings } = manifestIn(dir, program)
  const key = keyIn(dir, program)
  const { name, version } = manifest
  return {
    dir, manifest, key, manifest_hash: hash, svc_id: svcId({ name, version, public_key: key.public_key, manifest_hash: hash }),
    credentials_file: join(dir, FILES.credentials), entry: resolve(dir, manifest.entry ?? FILES.skills),
    warnings: [...warnings.map((warning) => said(FILES.manifest, warning)), ...openKey(dir)],
  }
}

function manifestIn(dir: string, program: string) {
  const path = join(dir, FILES.manifest)
  if (!existsSync(path)) throw new Refused(`There is no ${FILES.manifest} in ${dir}; \`${program} init\` writes one, and --dir names another folder.`)
  const reading = readManifest(readFileSync(path, 'utf8'))
  if (reading.kind === 'sound') return reading
  throw new Refused(`${reading.faults.map((fault) => said(FILES.manifest, fault)).join('; ')}.`)
}

function keyIn(dir: string, program: string): AgentKey {
  const path = join(dir, FILES.key)
  if (!existsSync(path)) throw new Refused(`There is no ${FILES.key} in ${dir}; restore it from a backup, or \`${program} init --key-only\` makes a new one, with which the agent has a new id.`)
  try {
    return readKeyFile(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new Refused(`${FILES.key} cannot be used: ${(cause as Error).message}. Restore it from a backup.`)
  }
}

const said = (file: string, { line, column, message }: Remark): string => `${file}:${line}:${column}: ${message}`

function openKey(dir: string): string[] {
  const open = process.platform !== 'win32' && (statSync(join(dir, FILES.key)).mode & 0o077) !== 0
  return open ? [`${FILES.key}: other users can read it; chmod 600 ${FILES.key}`] : []
}

/** The name an agent gets when nobody gives it one. */
export const nameOfFolder = (dir: string): string => basename(dir).replace(/[^A-Za-z0-9 ._-]/g, '').slice(0, 64) || 'My agent'

/** The port that an address means. */
export const portOf = (address: string): number => {
  const { port, protocol } = new URL(address)
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}

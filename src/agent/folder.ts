import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { svcId } from '../domain/crypto/messages.ts'
import { readKeyFile, type AgentKey } from './keys.ts'
import { readManifest, type Manifest, type Remark } from './manifest.ts'

/** What an agent's folder holds. */
export const FILES = {
  manifest: 'svc.yml',
  key: 'svc.key',
  skills: 'skills.mjs',
  credentials: 'svc.credentials',
} as const

/** An agent as its folder describes it. */
export interface AgentFolder {
  readonly dir: string
  readonly manifest: Manifest
  /** Hex SHA-256. */
  readonly manifest_hash: string
  /** Who the agent is; undefined while there is no svc.key, and then it signs nothing and cannot be registered. */
  readonly self: { readonly key: AgentKey; readonly svc_id: string } | undefined
  readonly credentials_file: string
  /** The file with the skills. */
  readonly entry: string
  /** What is not wrong, but not as it should be either, as `svc.yml:3:5: ...`. */
  readonly warnings: readonly string[]
}

/** A folder that holds no sound agent; the message is a sentence that says what would help. */
export class AgentFolderError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'AgentFolderError'
  }
}

/** Reads svc.yml and svc.key of a folder. `program` begins the commands that are suggested. @throws AgentFolderError naming every fault with its place */
export function readAgentFolder(dir: string, program = 'svc-agent'): AgentFolder {
  const { manifest, hash, warnings } = manifestIn(dir, program)
  const key = keyIn(dir)
  const { name, version } = manifest
  return {
    dir,
    manifest,
    manifest_hash: hash,
    self: key && {
      key,
      svc_id: svcId({ name, version, public_key: key.public_key, manifest_hash: hash }),
    },
    credentials_file: join(dir, FILES.credentials),
    entry: resolve(dir, manifest.entry ?? FILES.skills),
    warnings: [
      ...warnings.map((warning) => said(FILES.manifest, warning)),
      ...(key ? openKey(dir) : []),
    ],
  }
}

function manifestIn(dir: string, program: string) {
  const path = join(dir, FILES.manifest)
  if (!existsSync(path))
    throw new AgentFolderError(
      `There is no ${FILES.manifest} in ${dir}; \`${program} init\` writes one, and --dir names another folder.`,
    )
  const reading = readManifest(readFileSync(path, 'utf8'))
  if (reading.kind === 'sound') return reading
  throw new AgentFolderError(
    `${reading.faults.map((fault) => said(FILES.manifest, fault)).join('; ')}.`,
  )
}

function keyIn(dir: string): AgentKey | undefined {
  const path = join(dir, FILES.key)
  if (!existsSync(path)) return undefined
  const text = readFileSync(path, 'utf8')
  try {
    return readKeyFile(text)
  } catch (cause) {
    throw new AgentFolderError(
      `${FILES.key} cannot be used: ${(cause as Error).message}. Restore it from a backup.`,
    )
  }
}

/** Why an agent without a key can do no more than serve, and what helps. */
export const noKey = (dir: string, program = 'svc-agent'): AgentFolderError =>
  new AgentFolderError(
    `There is no ${FILES.key} in ${dir}; restore it from a backup, or \`${program} init --key-only\` makes a new one, with which the agent has a new id.`,
  )

const said = (file: string, { line, column, message }: Remark): string =>
  `${file}:${line}:${column}: ${message}`

function openKey(dir: string): string[] {
  const open = process.platform !== 'win32' && (statSync(join(dir, FILES.key)).mode & 0o077) !== 0
  return open ? [`${FILES.key}: other users can read it; chmod 600 ${FILES.key}`] : []
}

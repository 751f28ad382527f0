import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { svcId } from '../../domain/crypto/svc-id.ts'
import { readKeyFile, type AgentKey } from './keys.ts'
import { readManifest, type Manifest, type ManifestIssue } from './manifest.ts'

/** The files in an agent's folder. */
export const FILES = {
  manifest: 'svc.yml',
  key: 'svc.key',
  skills: 'skills.mjs',
  credentials: 'svc.credentials',
} as const

/** An agent as described by its folder. */
export interface AgentFolder {
  readonly dir: string
  readonly manifest: Manifest
  /** Hex SHA-256. */
  readonly manifest_hash: string
  /** The agent's identity. Undefined without a svc.key, in which case the agent signs nothing and cannot be registered. */
  readonly self: { readonly key: AgentKey; readonly svc_id: string } | undefined
  readonly credentials_file: string
  /** The file with the skills. */
  readonly entry: string
  /** Warnings, such as `svc.yml:3:5: ...`. */
  readonly warnings: readonly string[]
}

/** Thrown for a folder without a valid agent; the message says how to fix it. */
export class AgentFolderError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'AgentFolderError'
  }
}

/**
 * Reads svc.yml and svc.key of a folder. Suggested commands begin with `program`.
 * @throws AgentFolderError that lists every fault of svc.yml with its position, or says that svc.yml is missing or svc.key is invalid
 */
export function readAgentFolder(dir: string, program = 'svc-agent'): AgentFolder {
  const { manifest, hash, warnings } = readManifestFile(dir, program)
  const key = readKey(dir)
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
      ...warnings.map((warning) => formatIssue(FILES.manifest, warning)),
      ...(key ? keyFileWarnings(dir) : []),
    ],
  }
}

function readManifestFile(dir: string, program: string) {
  const path = join(dir, FILES.manifest)
  if (!existsSync(path))
    throw new AgentFolderError(
      `There is no ${FILES.manifest} in ${dir}; create one with \`${program} init\`, or name another folder with --dir.`,
    )
  const result = readManifest(readFileSync(path, 'utf8'))
  if (result.kind === 'valid') return result
  throw new AgentFolderError(
    `${result.faults.map((fault) => formatIssue(FILES.manifest, fault)).join('; ')}.`,
  )
}

function readKey(dir: string): AgentKey | undefined {
  const path = join(dir, FILES.key)
  if (!existsSync(path)) return undefined
  const text = readFileSync(path, 'utf8')
  try {
    return readKeyFile(text)
  } catch (cause) {
    throw new AgentFolderError(
      `${FILES.key} is invalid: ${(cause as Error).message}. Restore it from a backup.`,
    )
  }
}

/** Returns the error for an operation that requires a key in a folder without one. */
export const missingKeyError = (dir: string, program = 'svc-agent'): AgentFolderError =>
  new AgentFolderError(
    `There is no ${FILES.key} in ${dir}; restore it from a backup, or create a new key, which gives the agent a new id, with \`${program} init --key-only\`.`,
  )

const formatIssue = (file: string, { line, column, message }: ManifestIssue): string =>
  `${file}:${line}:${column}: ${message}`

function keyFileWarnings(dir: string): string[] {
  const isReadableByOthers =
    process.platform !== 'win32' && (statSync(join(dir, FILES.key)).mode & 0o077) !== 0
  return isReadableByOthers
    ? [`${FILES.key}: other users can read it; run chmod 600 ${FILES.key}`]
    : []
}

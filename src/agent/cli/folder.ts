import { basename, resolve } from 'node:path'
import type { Terminal } from '../../terminal/command.ts'
import { noKey, readAgentFolder, type AgentFolder } from '../folder.ts'
import type { AgentKey } from '../keys.ts'

/** An agent with an identity. */
export type KeyedFolder = Omit<AgentFolder, 'self'> & {
  readonly key: AgentKey
  readonly svc_id: string
}

/** Where the agent is: `--dir`, or the folder in which the command was typed, which npm hides in INIT_CWD. */
export const folderOf = (dir: string | undefined, { env, program }: Terminal): string =>
  resolve((program.startsWith('npm ') ? env['INIT_CWD'] : undefined) ?? '.', dir ?? '.')

/** Reads a folder with manifest and key. @throws AgentFolderError */
export function openFolder(dir: string, program: string): KeyedFolder {
  const { self, ...folder } = readAgentFolder(dir, program)
  if (!self) throw noKey(dir, program)
  return { ...folder, ...self }
}

/** The name an agent gets when nobody gives it one. */
export const nameOfFolder = (dir: string): string =>
  basename(dir)
    .replace(/[^A-Za-z0-9 ._-]/g, '')
    .slice(0, 64) || 'My agent'

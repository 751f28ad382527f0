import { basename, resolve } from 'node:path'
import type { Terminal } from '../../terminal/command.ts'
import { missingKeyError, readAgentFolder, type AgentFolder } from '../folder/folder.ts'
import type { AgentKey } from '../folder/keys.ts'

/** The folder of an agent that has a key. */
export type KeyedFolder = Omit<AgentFolder, 'self'> & {
  readonly key: AgentKey
  readonly svc_id: string
}

/** Returns the agent's folder: `--dir`, or the working directory, which npm passes in INIT_CWD. */
export const folderOf = (dir: string | undefined, { env, program }: Terminal): string =>
  resolve((program.startsWith('npm ') ? env['INIT_CWD'] : undefined) ?? '.', dir ?? '.')

/** Reads a folder that must contain a manifest and a key. @throws AgentFolderError */
export function openFolder(dir: string, program: string): KeyedFolder {
  const { self, ...folder } = readAgentFolder(dir, program)
  if (!self) throw missingKeyError(dir, program)
  return { ...folder, ...self }
}

/** Derives the default name of an agent from its folder. */
export const nameOfFolder = (dir: string): string =>
  basename(dir)
    .replace(/[^A-Za-z0-9 ._-]/g, '')
    .slice(0, 64) || 'My agent'

import { basename, resolve } from 'node:path'
import type { Terminal } from '../../terminal/command.ts'
import { missingKeyError, readAgentFolder, type AgentFolder } from '../folder/folder.ts'
import type { AgentKey } from '../folder/keys.ts'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { CommandError } from '../../terminal/errors.ts'
import type { ChatFunction, SkillFunction } from '../definition.ts'
import { GITIGNORE } from './starters/files.ts'

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

export interface SkillsModule {
  readonly skills: Readonly<Record<string, SkillFunction>>
  readonly chat?: ChatFunction
}

/** Loads the file that the manifest names as `entry`. @throws CommandError if it is missing, cannot be loaded, or exports no skills */
export async function loadSkills(entry: string): Promise<SkillsModule> {
  if (!existsSync(entry))
    throw new CommandError(
      `There is no ${entry}; \`entry\` in svc.yml names the file with the skills.`,
    )
  const loaded = (await import(pathToFileURL(entry).href).catch((cause: unknown) => {
    throw new CommandError(
      `${entry} cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}.`,
    )
  })) as Readonly<Record<string, unknown>>
  const skills = loaded['skills'] ?? loaded['default']
  if (typeof skills !== 'object' || skills === null)
    throw new CommandError(
      `${entry} exports no skills; it needs: export const skills = { name: ({ text }) => ... }.`,
    )
  const { chat } = loaded
  return {
    skills: skills as SkillsModule['skills'],
    ...(typeof chat === 'function' && { chat: chat as ChatFunction }),
  }
}

/** Adds the files with secrets to .gitignore. Returns false if all of them are already in it. */
export function ignoreSecrets(path: string): boolean {
  const existing = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const ignored = existing.split(/\r?\n/)
  const secrets = GITIGNORE.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  if (secrets.every((line) => ignored.includes(line))) return false
  appendFileSync(
    path,
    `${existing === '' || existing.endsWith('\n') ? existing && '\n' : '\n\n'}${GITIGNORE}`,
  )
  return true
}

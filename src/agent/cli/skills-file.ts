import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { CommandError } from '../../terminal/errors.ts'
import type { ChatFunction, SkillFunction } from '../definition.ts'

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

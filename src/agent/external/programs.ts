import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

/**
 * Returns why a program cannot be started from a folder, or undefined if it can. A name without a slash is looked up in PATH, as the system
 * does. On Windows nothing is checked, because file extensions determine what can be run.
 */
export function programFault(program: string, dir: string, path = ''): string | undefined {
  if (process.platform === 'win32') return undefined
  if (program.includes('/'))
    return isExecutable(resolve(dir, program))
      ? undefined
      : `there is no executable file ${program} in ${dir}`
  const folders = path.split(delimiter)
  return folders.some((folder) => isExecutable(resolve(dir, folder, program)))
    ? undefined
    : `there is no program ${program} in PATH; install it, or write ./${program} if it is in the agent's folder`
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

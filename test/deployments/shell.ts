import { join, resolve } from 'node:path'
import { newFolder } from '../kit/folder.ts'
import { platformPackage } from './package.ts'
import { runProgram } from './programs.ts'
import type { SessionEnvironment } from './session.ts'

/**
 * Returns a function that runs commands in a folder, with svc-registry in PATH. Exported variables and the umask persist between commands.
 */
export function shellIn(folder: string, env: NodeJS.ProcessEnv): SessionEnvironment['run'] {
  const variables = join(newFolder('variables'), 'exported')
  const { programs } = platformPackage()
  const PATH = [programs, resolve('node_modules/.bin'), env['PATH']].join(':')
  return (command) => {
    const script = [
      `[ ! -e ${variables} ] || . ${variables}`,
      command,
      'status=$?',
      `{ export -p; umask -p; } > ${variables}`,
      'exit $status',
    ]
    return runProgram('bash', ['-c', script.join('\n')], { cwd: folder, env: { ...env, PATH } })
  }
}

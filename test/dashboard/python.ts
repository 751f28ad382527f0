import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { newFolder } from '../kit/folder.ts'

const REQUIREMENT = 'cryptography==48.0.0'
const hasCryptography = (python: string): boolean =>
  spawnSync(python, ['-c', 'import cryptography']).status === 0

/**
 * Returns the path of a Python interpreter with the package that the program on the agent page requires: `python3`, or the one in a new
 * virtual environment.
 */
export function findPython(): string {
  if (hasCryptography('python3')) return 'python3'
  const environment = newFolder()
  const python = join(environment, 'bin', 'python')
  const steps = [
    ['python3', '-m', 'venv', environment],
    [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', REQUIREMENT],
  ] as const
  for (const [command, ...args] of steps) {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`cannot install ${REQUIREMENT} for Python: ${stderr}`)
  }
  return python
}

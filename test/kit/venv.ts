import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Installs the exact versions of a requirements file into a virtual environment, unless they are installed already, and returns the folder
 * of its executables.
 *
 * @throws Error if that fails
 */
export function installRequirements(
  environment: string,
  requirements: string,
  python = 'python3',
): string {
  const [executables, mark] = [join(environment, 'bin'), join(environment, '.installed')]
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return executables
  process.stderr.write(`Installing the exact versions of ${basename(requirements)} (once) ...\n`)
  mkdirSync(environment, { recursive: true })
  const quietly = ['--quiet', '--disable-pip-version-check', '--no-deps']
  const steps = [
    [python, '-m', 'venv', '--clear', environment],
    [join(executables, 'python'), '-m', 'pip', 'install', ...quietly, '-r', requirements],
  ] as const
  for (const [command, ...args] of steps)
    if (spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status !== 0)
      throw new Error(`\`${command} ${args.join(' ')}\` failed; see its output above.`)
  writeFileSync(mark, wanted)
  return executables
}

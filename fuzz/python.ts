import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installRequirements } from '../test/kit/venv.ts'

const HERE = import.meta.dirname
const VERSION_CHECK = 'import sys; sys.exit(sys.version_info < (3, 10))'

/** The path of the Schemathesis executable, or the reason why it is not available. */
export type Installed =
  | { readonly kind: 'installed'; readonly st: string }
  | { readonly kind: 'missing'; readonly reason: string }

/** Installs the exact versions of `requirements.txt` into a virtual environment in this folder, unless they are installed already. */
export function installSchemathesis(): Installed {
  const python = ['python3', 'python'].find(
    (name) => spawnSync(name, ['-c', VERSION_CHECK]).status === 0,
  )
  if (python === undefined)
    return { kind: 'missing', reason: 'There is no Python 3.10 or newer on the PATH.' }
  try {
    const programs = installRequirements(
      join(HERE, '.venv'),
      join(HERE, 'requirements.txt'),
      python,
    )
    return { kind: 'installed', st: join(programs, 'st') }
  } catch (cause) {
    return { kind: 'missing', reason: (cause as Error).message }
  }
}

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installPythonPackages } from '../install.ts'
import { SKILL_EXTENSION, SKILL_LIST, type Observations } from '../observations.ts'

const TIME_LIMIT_MS = 60_000

/** Returns the function that observes an agent with a script and the Python packages of a version. */
export const observeWith =
  (version: string, script: string) =>
  async (url: string): Promise<Observations> => {
    const python = installPythonPackages(version)
    const args = [join(import.meta.dirname, script), url, SKILL_EXTENSION, SKILL_LIST]
    const { stdout } = await promisify(execFile)(python, args, { timeout: TIME_LIMIT_MS })
    return JSON.parse(stdout) as Observations
  }

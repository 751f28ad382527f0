import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installPythonPackages } from '../install.ts'

const TIME_LIMIT_MS = 60_000

/** Returns the function that observes an agent with a script of this folder, its requirements, and arguments after the address. */
export const observeWith =
  <Observed>(requirements: string, script: string, ...more: readonly string[]) =>
  async (url: string): Promise<Observed> => {
    const python = installPythonPackages(requirements)
    const args = [join(import.meta.dirname, script), url, ...more]
    const { stdout } = await promisify(execFile)(python, args, { timeout: TIME_LIMIT_MS })
    return JSON.parse(stdout) as Observed
  }

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The time limit of one apt-get command, in milliseconds. It includes the commands of other test files, because apt-get does not run
 * concurrently.
 */
const APT_TIMEOUT_MS = 300_000
const LOCK = join(tmpdir(), 'svc-tests-apt.lock')

/** Returns whether a program is in PATH. */
export const hasProgram = (name: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${name}`]).status === 0

/**
 * Installs Debian packages if a program is missing and this process runs as root in a container. On a machine with a running systemd the
 * packages would start their services, so nothing is installed there.
 */
export function installPackages(programs: readonly string[], packages: readonly string[]): void {
  if (programs.every(hasProgram) || process.getuid?.() !== 0 || !hasProgram('apt-get')) return
  if (existsSync('/run/systemd/system')) return
  const apt = (...args: string[]) =>
    spawnSync('flock', [LOCK, 'apt-get', ...args], {
      stdio: 'ignore',
      timeout: APT_TIMEOUT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update', '-qq')
  apt('install', '-y', '--no-install-recommends', ...packages)
}

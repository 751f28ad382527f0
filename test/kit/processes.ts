import { existsSync, readFileSync } from 'node:fs'

/** Returns whether a process exists. A zombie does not count, because it no longer runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return (
      !existsSync('/proc/self/stat') ||
      !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
    )
  } catch {
    return false
  }
}

/** What Linux reports about a process in /proc. */
import { readFileSync } from 'node:fs'

/** Microseconds in a tick of the kernel's clock for processor time. */
const TICK_US = 10_000

/** Returns the processor time of a process and its threads so far, in microseconds; 0 if it has ended. */
export function processorTime(pid: number): number {
  const fields = readProc(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_US
}

/** Returns a process and its descendants. */
export const processTree = (pid: number): readonly number[] => [
  pid,
  ...readProc(pid, `task/${pid}/children`)
    .split(' ')
    .filter(Boolean)
    .flatMap((child) => processTree(Number(child))),
]

/** Returns the processor time of a process and its descendants so far, in microseconds. */
export const treeProcessorTime = (pid: number): number =>
  processTree(pid).reduce((sum, each) => sum + processorTime(each), 0)

/** Returns whether a process has ended, even if its parent has not read its exit code. */
export const hasEnded = (pid: number): boolean => !/\) [^Z]/.test(readProc(pid, 'stat'))

/** Returns a number of bytes from the status of a process, such as `VmHWM`; 0 on systems that do not report it. */
export const statusBytes = (pid: number, field: 'RssAnon' | 'VmHWM' | 'VmRSS'): number =>
  1024 * Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readProc(pid, 'status'))?.[1] ?? 0)

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const CORES = availableParallelism()
const HAS_TASKSET = spawnSync('taskset', ['-p', String(process.pid)]).status === 0

/** The CPU cores to which servers and load generators are pinned: the same one on a single-core machine. */
export const SERVER_CORE = 0
export const LOAD_CORE = CORES > 1 ? 1 : 0

/** Returns a command that runs on one core if `taskset` is available, else the command itself. */
export const onCore = (core: number, command: readonly string[]): readonly string[] =>
  HAS_TASKSET ? ['taskset', '-c', String(core % CORES), ...command] : command

/** Pins this process, and processes that it starts from now on, to one core. */
export function stayOnCore(core: number): void {
  if (HAS_TASKSET) spawnSync('taskset', ['-acp', String(core % CORES), String(process.pid)])
}

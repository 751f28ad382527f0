import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const CORES = availableParallelism()
const HAS_TASKSET = spawnSync('taskset', ['-p', String(process.pid)]).status === 0

/** Which core the measured server runs on, and which the load comes from: the same one where there is no other. */
export const SERVER_CORE = 0
export const LOAD_CORE = CORES > 1 ? 1 : 0

/** A command that runs on one core, where the machine has `taskset`; as it is elsewhere. */
export const onCore = (core: number, command: readonly string[]): readonly string[] =>
  HAS_TASKSET ? ['taskset', '-c', String(core % CORES), ...command] : command

/** Keeps this process, and what it starts from now on, on one core. */
export function stayOnCore(core: number): void {
  if (HAS_TASKSET) spawnSync('taskset', ['-acp', String(core % CORES), String(process.pid)])
}

import type { SkillCall } from '../definition.ts'
import type { CommandSettings } from './command-task.ts'
import { createPersistentProcess, type PersistentProcess } from './persistent-process.ts'
import type { WriteEntry } from './stderr-log.ts'

/** The long-running processes of one command. */
export interface PersistentPool {
  run(call: SkillCall): Promise<unknown>
  /** Ends all processes. */
  stop(): void
}

/**
 * Creates a pool that starts a process if none is idle and a slot is free. A process that died is replaced by the next
 * task (docs/specification/agent-protocol.md#external-persistent).
 */
export function createPersistentPool(settings: CommandSettings, log: WriteEntry): PersistentPool {
  const { slots, start, max_output_bytes } = settings
  const processes = new Set<PersistentProcess>()

  const begin = (): PersistentProcess => {
    const child = createPersistentProcess(start({}), { max_output_bytes, log })
    processes.add(child)
    void child.ended.then(() => processes.delete(child))
    return child
  }

  return {
    async run(call) {
      const free = await slots.acquire(call.signal)
      let child: PersistentProcess | undefined
      try {
        child = [...processes].find((candidate) => candidate.isIdle()) ?? begin()
        return await child.ask(call)
      } finally {
        // A process that failed or timed out keeps its slot until it has ended.
        if (!child || child.isIdle()) free()
        else void child.ended.then(free)
      }
    },
    stop() {
      for (const child of processes) child.stop()
    },
  }
}

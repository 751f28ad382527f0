import type { SkillCall } from '../definition.ts'
import type { CommandSettings } from './command-task.ts'
import { keepProcess, type KeptProcess } from './kept-process.ts'
import type { WriteEntry } from './stderr-log.ts'

/** The long-running processes of one command. */
export interface KeptPool {
  run(call: SkillCall): Promise<unknown>
  /** Ends all processes. */
  stop(): void
}

/**
 * Creates a pool that starts a process if none is idle and a slot is free. A process that died is replaced by the next
 * task (docs/specification/agent-protocol.md#external-kept).
 */
export function createKeptPool(settings: CommandSettings, log: WriteEntry): KeptPool {
  const { slots, start, max_output_bytes } = settings
  const processes = new Set<KeptProcess>()

  const begin = (): KeptProcess => {
    const kept = keepProcess(start({}), { max_output_bytes, log })
    processes.add(kept)
    void kept.ended.then(() => processes.delete(kept))
    return kept
  }

  return {
    async run(call) {
      const free = await slots.acquire(call.signal)
      let kept: KeptProcess | undefined
      try {
        kept = [...processes].find((candidate) => candidate.isIdle()) ?? begin()
        return await kept.ask(call)
      } finally {
        // A process that failed or timed out keeps its slot until it has ended.
        if (!kept || kept.isIdle()) free()
        else void kept.ended.then(free)
      }
    },
    stop() {
      for (const kept of processes) kept.stop()
    },
  }
}

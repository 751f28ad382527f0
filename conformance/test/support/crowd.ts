import { referenceAgent } from '../agent/reference.ts'
import { rewrite, type Mutant } from './mutants.ts'

/** Longer than it takes to get a crowd's requests through the door, shorter than what follows one answer and the next. */
const TOGETHER_MS = 250

/** Keeps a member where all requests share it, for as long as answers are under way: over a real connection right as long as they come one after the other. */
const shared = (name: string, rule: string, path: string, member: string): Mutant => ({
  name,
  kills: [rule],
  make: () => {
    let kept: { readonly value: unknown; readonly at: number } | undefined
    const agent = rewrite(referenceAgent(), path, (body) => {
      const now = performance.now()
      if (kept === undefined || now - kept.at >= TOGETHER_MS)
        kept = { value: body[member], at: now }
      return { ...body, [member]: kept.value }
    })
    return (asked) => {
      const told = agent(asked)
      return asked.path === path && typeof told === 'object'
        ? { ...told, ms: TOGETHER_MS + 10 }
        : told
    }
  },
})

/** In one process requests of a crowd follow each other at once; over connections it takes these to cross them. */
export const CROWD_MUTANTS: readonly Mutant[] = [
  shared('keeps the task_id while answers are under way', 'TASK-30', '/a2a/tasks', 'task_id'),
  shared('/a2a keeps the id while answers are under way', 'RPC-10', '/a2a', 'id'),
]

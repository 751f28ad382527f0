import { referenceAgent } from '../agent/reference.ts'
import { mapJson, type Mutant } from './mutants.ts'

/** Longer than several concurrent requests need to arrive, and shorter than the pause between sequential requests. */
const OVERLAP_MS = 250

/** Returns a mutant that shares a member between overlapping responses. Its sequential responses are correct. */
const sharing = (name: string, rule: string, path: string, member: string): Mutant => ({
  name,
  foundBy: [rule],
  make: () => {
    let shared: { readonly value: unknown; readonly at: number } | undefined
    const agent = mapJson(referenceAgent(), path, (body) => {
      const now = performance.now()
      if (shared === undefined || now - shared.at >= OVERLAP_MS)
        shared = { value: body[member], at: now }
      return { ...body, [member]: shared.value }
    })
    return (request) => {
      const response = agent(request)
      return request.path === path && typeof response === 'object'
        ? { ...response, ms: OVERLAP_MS + 10 }
        : response
    }
  },
})

/**
 * Mutants that mix up concurrent requests over HTTP. Without a network they would mix up sequential ones, too, because time is simulated.
 */
export const CONCURRENT_MUTANTS: readonly Mutant[] = [
  sharing('shares the task_id between concurrent tasks', 'TASK-30', '/a2a/tasks', 'task_id'),
  sharing('shares the id between concurrent calls of /a2a', 'RPC-10', '/a2a', 'id'),
]

import type { Section } from '../../engine/types.ts'
import { acceptedRules } from './tasks-accepted.ts'
import { answeredRules } from './tasks-answered.ts'
import { oddRules } from './tasks-odd.ts'

/** In the order of their numbers: what is accepted, how it is answered, and what comes of many and of odd ones. */
const rules = [...acceptedRules, ...answeredRules, ...oddRules].sort((a, b) =>
  a.id.localeCompare(b.id),
)

export const tasks: Section = { id: 'tasks', title: 'Tasks (/a2a/tasks)', rules }

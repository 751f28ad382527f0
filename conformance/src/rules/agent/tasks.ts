import type { Section } from '../../engine/types.ts'
import { orderById } from '../../engine/select.ts'
import { acceptanceRules } from './tasks-accepted.ts'
import { endpointRules } from './tasks-endpoint.ts'
import { failureRules } from './tasks-failure.ts'
import { robustnessRules } from './tasks-robustness.ts'
import { successRules } from './tasks-success.ts'

export const tasks: Section = {
  id: 'tasks',
  title: 'Tasks (/a2a/tasks)',
  rules: orderById(endpointRules, acceptanceRules, successRules, failureRules, robustnessRules),
}

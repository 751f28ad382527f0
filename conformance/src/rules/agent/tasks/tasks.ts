import type { Section } from '../../../engine/types.ts'
import { orderById } from '../../../engine/select.ts'
import { acceptanceRules } from './accepted.ts'
import { endpointRules } from './endpoint.ts'
import { failureRules } from './failure.ts'
import { robustnessRules } from './robustness.ts'
import { successRules } from './success.ts'

export const tasks: Section = {
  id: 'tasks',
  title: 'Tasks (/a2a/tasks)',
  rules: orderById(endpointRules, acceptanceRules, successRules, failureRules, robustnessRules),
}

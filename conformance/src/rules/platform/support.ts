import type { Rule, Section } from '../../engine/types.ts'
import { judgeOpenValues } from './assertions.ts'

const supportRule = (id: string, operation: string, line: number, quote: string): Rule => ({
  id,
  level: 'MUST',
  basis: 'quoted',
  specification: 'docs/specification/support.md#fields',
  clause: { line, quote },
  title: `${operation} accepts the six documented members with 2xx`,
  hint: 'Accept organization_id, workspace_id, subject, message, category and contact_email.',
  accepts: 'Any response body and any category, because the interface shows neither.',
  needs: ['WS-01'],
  probes: [`valid.${operation}`],
  judge: ({ one, settings }) =>
    judgeOpenValues(
      one(`valid.${operation}`),
      settings.extra['support-category'] !== undefined,
      '--set support-category=VALUE',
    ),
})

export const support: Section = {
  id: 'support',
  title: 'Support',
  rules: [
    supportRule('SUP-01', 'supportEmail', 293, '| POST | /support/email | starter or higher |'),
    supportRule(
      'SUP-02',
      'supportPriority',
      294,
      '| POST | /support/priority | professional or higher |',
    ),
    supportRule(
      'SUP-03',
      'supportChat',
      295,
      '| POST | /support/chat | professional or higher (team-chat support channel) |',
    ),
    supportRule(
      'SUP-04',
      'supportCsm',
      296,
      '| POST | /support/csm | enterprise (dedicated customer-success workflow) |',
    ),
  ],
}

import type { Mutant } from '../../support/mutants.ts'
import { PLATFORM_SETTINGS } from '../reference.ts'
import { accepts, fails, mutant, ok, parse } from './change.ts'

const days =
  (...list: readonly unknown[]) =>
  ({ body }: { readonly body: string }): boolean =>
    list.includes(parse(body)['audit_log_retention_days'])

/** Uses an intake URL given by the user, to which exports can be delivered. */
const withOwnIntake = (mutant: Mutant): Mutant => ({
  ...mutant,
  name: `${mutant.name} for every address`,
  settings: {
    ...PLATFORM_SETTINGS,
    extra: { ...PLATFORM_SETTINGS.extra, 'intake-url': 'https://intake.example.com' },
  },
})

export const paidMutants: readonly Mutant[] = [
  fails('listAuditLogs', ['AUD-01']),
  fails('exportLogs', ['EXP-01']),
  withOwnIntake(fails('exportCollector', ['EXP-02'], 422)),
  withOwnIntake(fails('exportLogs', ['EXP-01'], 400)),
  fails('exportAlerts', ['EXP-03']),
  accepts('listAuditLogs', 'accepts any limit', ['AUD-01.limit'], ({ path }) =>
    path.includes('limit=abc'),
  ),
  fails('supportEmail', ['SUP-01']),
  fails('supportPriority', ['SUP-02']),
  fails('supportChat', ['SUP-03'], 404),
  fails('supportCsm', ['SUP-04']),
  fails('networkSummary', ['NET-01']),
  fails('networkAgents', ['NET-02']),
  mutant(
    'setRetention',
    'refuses 3650',
    ['RET-01'],
    () => (response, request) => (days(3650)(request) ? { ...response, status: 422 } : response),
  ),
  mutant(
    'setRetention',
    'refuses 366',
    ['RET-01'],
    () => (response, request) => (days(366)(request) ? { ...response, status: 422 } : response),
  ),
  ...[365, 3651, 0, -1].map((day) =>
    accepts('setRetention', `accepts ${day}`, ['RET-02'], days(day)),
  ),
  accepts('setRetention', 'accepts a string', ['RET-03'], days('400')),
  accepts('setRetention', 'accepts a fraction of a day', ['RET-03'], days(400.5)),
  mutant(
    'complianceReport',
    'returns text without a format',
    ['COMP-01'],
    () =>
      (response, { path }) =>
        ok(response) && !path.includes('format=') ? { ...response, body: '# Report' } : response,
  ),
  mutant(
    'complianceReport',
    'returns text with format=json',
    ['COMP-01'],
    () =>
      (response, { path }) =>
        ok(response) && path.includes('format=json') ? { ...response, body: '# Report' } : response,
  ),
  mutant(
    'complianceReport',
    'always returns text',
    ['COMP-01'],
    () => (response) => (ok(response) ? { ...response, body: '# Report' } : response),
  ),
  mutant(
    'complianceReport',
    'returns 500 with a report in Markdown',
    ['COMP-02'],
    () =>
      (response, { path }) =>
        ok(response) && path.includes('format=markdown') ? { ...response, status: 500 } : response,
  ),
  mutant(
    'complianceReport',
    'always returns JSON',
    ['COMP-02'],
    () => (response) => (ok(response) ? { ...response, body: '{}' } : response),
  ),
]

import type { Clause, Rule, Section } from '../../engine/types.ts'
import {
  badRequest,
  check,
  clientError,
  notApplicable,
  ok,
  success,
  untested,
} from '../../judge/assertions.ts'
import { judgeOpenValues } from './assertions.ts'

const REFUSED = untested(
  'The platform refused the export, but not because of its body. Use a key that may export, or another destination with --set intake-url=URL.',
)
const ADDRESS_REFUSED = untested(
  'The platform refused the export, possibly because of its destination. Use another one with --set intake-url=URL, or make the suite reachable with --listen and --listen-url.',
)

/** The members of the body of each export in addition to those that all exports have. */
const OWN_MEMBERS = {
  exportLogs: 'api_key, service and source',
  exportCollector: 'hec_token, source, sourcetype, host and index',
  exportAlerts:
    'routing_key, event_action, source, severity, component, group, class and dedup_key_prefix',
} as const

/** Creates the rule about the body of an export. `flags` name the values that the interface leaves open. */
const exportRule = (
  id: string,
  operation: keyof typeof OWN_MEMBERS,
  clause: Clause,
  flags: readonly string[] = [],
): Rule => ({
  id,
  level: 'MUST',
  basis: 'quoted',
  specification: 'docs/specification/audit.md#export-job',
  clause,
  title: `${operation} accepts the documented body`,
  hint: `Accept organization_id, workspace_id, event_type, limit, intake_url, tags, ${OWN_MEMBERS[operation]}.`,
  accepts: 'Any format of the delivery, because the interface shows none.',
  needs: ['WS-01'],
  probes: [`valid.${operation}`],
  judge: ({ one, settings }) => {
    const exchange = one(`valid.${operation}`)
    const isInvalid = badRequest(exchange) === undefined
    if (flags.some((flag) => settings.extra[flag] === undefined) && isInvalid)
      return judgeOpenValues(exchange, false, flags.map((flag) => `--set ${flag}=VALUE`).join(' '))
    if (isInvalid && settings.extra['intake-url'] === undefined) return ADDRESS_REFUSED
    return clientError(exchange) === undefined && !isInvalid ? REFUSED : check(exchange, success)
  },
})

const deliveryRule = (exportRuleId: string, operation: string): Rule => ({
  id: `${exportRuleId}.delivered`,
  level: 'INFO',
  basis: 'quoted',
  specification: 'docs/specification/audit.md#export-batches',
  clause: { line: 277, quote: 'intake_url (string, destination address)' },
  title: `Reports the delivery of ${operation}`,
  hint: 'The interface does not show what is delivered, when, or in which format.',
  needs: [exportRuleId],
  probes: [`unfiltered.${operation}`],
  observes: [`delivered.${operation}`],
  judge: ({ of, settings }) => {
    if (settings.extra['intake-url'] !== undefined)
      return notApplicable('The export is delivered to the address given with intake-url.')
    const [received] = of(`delivered.${operation}`)
    return ok(
      received
        ? `Received ${received.request.method} with ${received.request.headers['content-type'] ?? 'no content type'}.`
        : 'Nothing was received within two seconds.',
    )
  },
})

export const exporters: Section = {
  id: 'exports',
  title: 'Exports',
  rules: [
    exportRule('EXP-01', 'exportLogs', {
      line: 271,
      quote:
        '| POST | /audit-logs/siem/logs/export | API key | professional or higher | export to a log-aggregation system |',
    }),
    exportRule('EXP-02', 'exportCollector', {
      line: 272,
      quote:
        '| POST | /audit-logs/siem/collector/export | API key | professional or higher | export to an event collector |',
    }),
    exportRule(
      'EXP-03',
      'exportAlerts',
      {
        line: 273,
        quote:
          '| POST | /audit-logs/siem/alerts/export | API key | professional or higher | export to an incident-alert system |',
      },
      ['event-action', 'severity'],
    ),
    deliveryRule('EXP-01', 'exportLogs'),
    deliveryRule('EXP-02', 'exportCollector'),
    deliveryRule('EXP-03', 'exportAlerts'),
  ],
}

import type { Rule, Section } from '../../engine/types.ts'
import { badRequest, check, each, firstOf, isString, jsonObject, notApplicable, status, success, untested, type Atom } from '../../judge/atoms.ts'
import { jsonOf, show } from '../../judge/json.ts'
import { openValues } from './installations.ts'
import { nth, refused } from './judges.ts'

const NOTHING = notApplicable('Nothing was sent.')
const FEATURES = 'Any body: it is not shown.'

const simple = (id: string, operation: string, line: number, quote: string, title: string): Rule => ({
  id, level: 'MUST', basis: 'quoted', clause: { line, quote }, title,
  needs: [], probes: [`valid.${operation}`],
  judge: ({ one }) => check(one(`valid.${operation}`), success),
  hint: 'The plan of the key has it.', accepts: FEATURES,
})

const accepted = status('any status but 400, 422 and 5xx', (it) => it !== 400 && it !== 422 && it < 500)

const exporting = (id: string, operation: string, line: number, quote: string, flags: readonly string[]): Rule => ({
  id, level: 'MUST', basis: 'quoted', clause: { line, quote },
  title: `${operation} takes the documented body`,
  needs: ['WS-01'], probes: [`valid.${operation}`],
  judge: ({ one, settings }) => {
    if (settings.extra['intake-url'] === undefined) return untested('Give an address that takes deliveries, as --set intake-url=URL.')
    if (flags.some((flag) => settings.extra[flag] === undefined) && badRequest(one(`valid.${operation}`)) === undefined) return openValues(one(`valid.${operation}`), false, flags.map((flag) => `--set ${flag}=VALUE`).join(' '))
    return check(one(`valid.${operation}`), accepted, success)
  },
  hint: 'Line 277 and the table behind it list the members.',
  accepts: 'What is delivered, and in which form, is not shown.',
})

const supporting = (id: string, operation: string, line: number, quote: string): Rule => ({
  id, level: 'MUST', basis: 'quoted', clause: { line, quote },
  title: `${operation} takes the six members with 2xx`,
  needs: ['WS-01'], probes: [`valid.${operation}`],
  judge: ({ one, settings }) => openValues(one(`valid.${operation}`), settings.extra['support-category'] !== undefined, '--set support-category=VALUE'),
  hint: 'Line 163 lists the six.',
  accepts: 'Any body, and any values of category: neither is shown (line 285).',
})

export const audit: Section = { id: 'audit', title: 'Audit logs', rules: [
  simple('AUD-01', 'listAuditLogs', 270, 'query: organization_id, workspace_id, limit (integer)', 'The audit log is 2xx with the documented query'),
] }

export const exporters: Section = { id: 'exports', title: 'Exports', rules: [
  exporting('EXP-01', 'exportLogs', 271, '| POST | /audit-logs/siem/logs/export | API key | professional or higher | export to a log-aggregation system |', []),
  exporting('EXP-02', 'exportCollector', 272, '| POST | /audit-logs/siem/collector/export | API key | professional or higher | export to an event collector |', []),
  exporting('EXP-03', 'exportAlerts', 273, '| POST | /audit-logs/siem/alerts/export | API key | professional or higher | export to an incident-alert system |', ['event-action', 'severity']),
] }

export const support: Section = { id: 'support', title: 'Support', rules: [
  supporting('SUP-01', 'supportEmail', 293, '| POST | /support/email | starter or higher |'),
  supporting('SUP-02', 'supportPriority', 294, '| POST | /support/priority | professional or higher |'),
  supporting('SUP-03', 'supportChat', 295, '| POST | /support/chat | professional or higher (team-chat support channel) |'),
  supporting('SUP-04', 'supportCsm', 296, '| POST | /support/csm | enterprise (dedicated customer-success workflow) |'),
] }

export const network: Section = { id: 'network', title: 'Registry network', rules: [
  simple('NET-01', 'networkSummary', 302, '| GET | /registry/network/summary | none |', 'The summary of the registry network is 2xx'),
  simple('NET-02', 'networkAgents', 303, 'category (string), verified_only (boolean), limit (integer), offset (integer)', 'The agents of the registry network are 2xx with the documented query'),
] }

const RANGE = { line: 309, quote: '{audit_log_retention_days: integer}, greater than 365 and at most 3650' }

export const retention: Section = { id: 'retention', title: 'Retention', rules: [
  {
    id: 'RET-01', level: 'MUST', basis: 'quoted', clause: RANGE,
    title: 'A retention of 366 and of 3650 days is taken with 2xx',
    needs: [], probes: ['retention.right'],
    judge: ({ of }) => each(of('retention.right'), NOTHING, success),
    hint: 'The limits: more than 365, and 3650 itself.',
  },
  {
    id: 'RET-02', level: 'MUST', basis: 'quoted', clause: RANGE,
    title: 'A retention of 365, 3651, 0 and -1 days is refused with 4xx',
    needs: ['RET-01'], probes: ['retention.wrong'],
    judge: ({ of }) => each(of('retention.wrong'), NOTHING, refused),
    hint: '365 is not greater than 365.',
    accepts: 'Any 4xx status: it is not shown (line 398).',
  },
  {
    id: 'RET-03', level: 'MUST', basis: 'quoted', clause: { line: 398, quote: 'When a request body is invalid, the status is 400 or 422.' },
    title: 'A retention of "400" and of 400.5 days is refused with 400 or 422',
    needs: ['RET-01'], probes: ['retention.mistyped'],
    judge: ({ of }) => each(of('retention.mistyped'), NOTHING, badRequest),
    hint: 'An integer, neither a text nor a part of a day.',
  },
] }

const markdown: Atom = (exchange) => {
  const read = jsonOf(exchange)
  return read.kind === 'json' && !isString(read.value) ? { pointer: 'body', expected: 'text that is no JSON', actual: show(read.value) } : undefined
}

const REPORT = { line: 310, quote: 'query: format (`json` default, or `markdown`), frameworks (comma-separated list of strings)' }

export const compliance: Section = { id: 'compliance', title: 'Compliance report', rules: [
  {
    id: 'COMP-01', level: 'MUST', basis: 'quoted', clause: REPORT,
    title: 'A compliance report is JSON, with format=json and without a format',
    needs: ['REG-01', 'WS-01'], probes: ['compliance'],
    judge: (seen) => firstOf([0, 1].map((place) => () => nth(seen, 'compliance', place, success, jsonObject))),
    hint: 'Also for an agent that has done nothing in the workspace.',
    accepts: 'Any members: they are not shown.',
  },
  {
    id: 'COMP-02', level: 'SHOULD', basis: 'inferred', clause: REPORT,
    title: 'With format=markdown a compliance report is text',
    needs: ['COMP-01'], probes: ['compliance'],
    judge: (seen) => nth(seen, 'compliance', 2, success, markdown),
    hint: 'Markdown itself, not JSON around it.',
  },
] }

export const images: Section = { id: 'images', title: 'Container images', rules: [
  {
    id: 'IMG-02', level: 'MUST', basis: 'quoted', clause: { line: 263, quote: '`:ref` is URL-encoded (organization/name:tag)' },
    title: 'An encoded reference of an image reaches its routes: 2xx',
    needs: [], probes: ['valid.scanImage', 'valid.scanReport'],
    judge: ({ one }) => firstOf([() => check(one('valid.scanImage'), success), () => check(one('valid.scanReport'), success)]),
    hint: 'A router that takes %2F for a slash finds no such route.',
    accepts: 'Any record: it is not shown (line 170).',
  },
] }

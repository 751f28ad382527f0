import type { Rule, Section } from '../../engine/types.ts'
import {
  badRequest,
  check,
  each,
  firstOf,
  isString,
  jsonObject,
  notApplicable,
  ok,
  status,
  success,
  untested,
  type Atom,
} from '../../judge/atoms.ts'
import { bodyOf, jsonOf, show } from '../../judge/json.ts'
import { openValues } from './installations.ts'
import { nth, refused } from './judges.ts'

const NOTHING = notApplicable('Nothing was sent.')
const FEATURES = 'Any body: it is not shown.'

const simple = (
  id: string,
  operation: string,
  line: number,
  quote: string,
  title: string,
): Rule => ({
  id,
  level: 'MUST',
  basis: 'quoted',
  clause: { line, quote },
  title,
  needs: [],
  probes: [`valid.${operation}`],
  judge: ({ one }) => check(one(`valid.${operation}`), success),
  hint: 'The plan of the key has it.',
  accepts: FEATURES,
})

const REFUSED = untested(
  'The export was refused, though not for its body. Give a key that may export, or an address that may be delivered to with --set intake-url=URL.',
)
const ADDRESS = untested(
  "The export was refused, perhaps for the suite's own address. Give one that the platform delivers to with --set intake-url=URL, or one of the suite's that it reaches with --listen and --listen-url.",
)

const exporting = (
  id: string,
  operation: string,
  line: number,
  quote: string,
  flags: readonly string[],
): Rule => ({
  id,
  level: 'MUST',
  basis: 'quoted',
  clause: { line, quote },
  title: `${operation} takes the documented body: no 400, 422 or 5xx`,
  needs: ['WS-01'],
  probes: [`valid.${operation}`],
  judge: ({ one, settings }) => {
    const exchange = one(`valid.${operation}`)
    const isInvalid = badRequest(exchange) === undefined
    if (flags.some((flag) => settings.extra[flag] === undefined) && isInvalid)
      return openValues(exchange, false, flags.map((flag) => `--set ${flag}=VALUE`).join(' '))
    if (isInvalid && settings.extra['intake-url'] === undefined) return ADDRESS
    return refused(exchange) === undefined && !isInvalid ? REFUSED : check(exchange, success)
  },
  hint: 'Line 277 and the table behind it list the members.',
  accepts: 'What is delivered, and in which form, is not shown.',
})

const supporting = (id: string, operation: string, line: number, quote: string): Rule => ({
  id,
  level: 'MUST',
  basis: 'quoted',
  clause: { line, quote },
  title: `${operation} takes the six members with 2xx`,
  needs: ['WS-01'],
  probes: [`valid.${operation}`],
  judge: ({ one, settings }) =>
    openValues(
      one(`valid.${operation}`),
      settings.extra['support-category'] !== undefined,
      '--set support-category=VALUE',
    ),
  hint: 'Line 163 lists the six.',
  accepts: 'Any body, and any values of category: neither is shown (line 285).',
})

const arriving = (id: string, operation: string, kind: string): Rule => ({
  id: `${id}.delivered`,
  level: 'INFO',
  basis: 'quoted',
  clause: { line: 277, quote: 'intake_url (string, destination address)' },
  title: `Whether something of ${operation} is delivered`,
  needs: [id],
  probes: [`unfiltered.${operation}`],
  observes: [`delivered.${operation}`],
  judge: ({ of, settings }) => {
    if (settings.extra['intake-url'] !== undefined)
      return notApplicable('It is delivered to the address that was given.')
    const [came] = of(`delivered.${operation}`)
    return ok(
      came
        ? `${came.request.method} with ${came.request.headers['content-type'] ?? 'no content type'}.`
        : `Nothing came to the ${kind} intake of the suite within two seconds.`,
    )
  },
  hint: 'What is delivered, when, and in which form is not shown.',
})

export const audit: Section = {
  id: 'audit',
  title: 'Audit logs',
  rules: [
    simple(
      'AUD-01',
      'listAuditLogs',
      270,
      'query: organization_id, workspace_id, limit (integer)',
      'The audit log is 2xx with the documented query',
    ),
    {
      id: 'AUD-01.limit',
      level: 'SHOULD',
      basis: 'inferred',
      clause: { line: 270, quote: 'query: organization_id, workspace_id, limit (integer)' },
      title: 'A limit that is no integer is refused with 400 or 422',
      needs: ['AUD-01'],
      probes: ['audit.limit'],
      judge: ({ one }) => check(one('audit.limit'), badRequest),
      hint: 'limit=abc. What holds of bodies (line 398) is not stated of queries, so this only warns.',
    },
  ],
}

export const exporters: Section = {
  id: 'exports',
  title: 'Exports',
  rules: [
    exporting(
      'EXP-01',
      'exportLogs',
      271,
      '| POST | /audit-logs/siem/logs/export | API key | professional or higher | export to a log-aggregation system |',
      [],
    ),
    exporting(
      'EXP-02',
      'exportCollector',
      272,
      '| POST | /audit-logs/siem/collector/export | API key | professional or higher | export to an event collector |',
      [],
    ),
    exporting(
      'EXP-03',
      'exportAlerts',
      273,
      '| POST | /audit-logs/siem/alerts/export | API key | professional or higher | export to an incident-alert system |',
      ['event-action', 'severity'],
    ),
    arriving('EXP-01', 'exportLogs', 'logs'),
    arriving('EXP-02', 'exportCollector', 'collector'),
    arriving('EXP-03', 'exportAlerts', 'alerts'),
  ],
}

export const support: Section = {
  id: 'support',
  title: 'Support',
  rules: [
    supporting('SUP-01', 'supportEmail', 293, '| POST | /support/email | starter or higher |'),
    supporting(
      'SUP-02',
      'supportPriority',
      294,
      '| POST | /support/priority | professional or higher |',
    ),
    supporting(
      'SUP-03',
      'supportChat',
      295,
      '| POST | /support/chat | professional or higher (team-chat support channel) |',
    ),
    supporting(
      'SUP-04',
      'supportCsm',
      296,
      '| POST | /support/csm | enterprise (dedicated customer-success workflow) |',
    ),
  ],
}

export const network: Section = {
  id: 'network',
  title: 'Registry network',
  rules: [
    simple(
      'NET-01',
      'networkSummary',
      302,
      '| GET | /registry/network/summary | none |',
      'The summary of the registry network is 2xx',
    ),
    simple(
      'NET-02',
      'networkAgents',
      303,
      'category (string), verified_only (boolean), limit (integer), offset (integer)',
      'The agents of the registry network are 2xx with the documented query',
    ),
    {
      id: 'NET-02.limit',
      level: 'INFO',
      basis: 'inferred',
      clause: {
        line: 414,
        quote:
          'Maximum and default values of `limit`, `offset` and `heartbeat_interval_seconds`: not shown.',
      },
      title: 'What limit=1 does',
      needs: ['NET-02'],
      probes: ['network.limit'],
      judge: ({ one }) => {
        const { outcome } = one('network.limit')
        const lists = Object.values(Object(bodyOf(one('network.limit'))) as object)
          .concat([bodyOf(one('network.limit'))])
          .filter((list) => Array.isArray(list)) as unknown[][]
        return ok(
          outcome.kind === 'answer' && lists[0]
            ? `Status ${outcome.status}, and a list of ${lists[0].length}.`
            : 'No list is seen in the answer.',
        )
      },
      hint: 'Records are not shown (line 172).',
    },
  ],
}

const RANGE = {
  line: 309,
  quote: '{audit_log_retention_days: integer}, greater than 365 and at most 3650',
}

export const retention: Section = {
  id: 'retention',
  title: 'Retention',
  rules: [
    {
      id: 'RET-01',
      level: 'MUST',
      basis: 'quoted',
      clause: RANGE,
      title: 'A retention of 366 and of 3650 days is taken with 2xx',
      needs: [],
      probes: ['retention.right'],
      judge: ({ of }) => each(of('retention.right'), NOTHING, success),
      hint: 'The limits: more than 365, and 3650 itself.',
    },
    {
      id: 'RET-02',
      level: 'MUST',
      basis: 'quoted',
      clause: RANGE,
      title: 'A retention of 365, 3651, 0 and -1 days is refused with 4xx',
      needs: ['RET-01'],
      probes: ['retention.wrong'],
      judge: ({ of }) => each(of('retention.wrong'), NOTHING, refused),
      hint: '365 is not greater than 365.',
      accepts: 'Any 4xx status: it is not shown (line 398).',
    },
    {
      id: 'RET-03',
      level: 'MUST',
      basis: 'quoted',
      clause: { line: 398, quote: 'When a request body is invalid, the status is 400 or 422.' },
      title: 'A retention of "400" and of 400.5 days is refused with 400 or 422',
      needs: ['RET-01'],
      probes: ['retention.mistyped'],
      judge: ({ of }) => each(of('retention.mistyped'), NOTHING, badRequest),
      hint: 'An integer, neither a text nor a part of a day.',
    },
  ],
}

const markdown: Atom = (exchange) => {
  const read = jsonOf(exchange)
  return read.kind === 'json' && !isString(read.value)
    ? { pointer: 'body', expected: 'text that is no JSON', actual: show(read.value) }
    : undefined
}

const REPORT = {
  line: 310,
  quote:
    'query: format (`json` default, or `markdown`), frameworks (comma-separated list of strings)',
}

export const compliance: Section = {
  id: 'compliance',
  title: 'Compliance report',
  rules: [
    {
      id: 'COMP-01',
      level: 'MUST',
      basis: 'quoted',
      clause: REPORT,
      title: 'A compliance report is JSON, with format=json and without a format',
      needs: ['REG-01', 'WS-01'],
      probes: ['compliance'],
      judge: (seen) =>
        firstOf([0, 1].map((place) => () => nth(seen, 'compliance', place, success, jsonObject))),
      hint: 'Also for an agent that has done nothing in the workspace.',
      accepts: 'Any members: they are not shown.',
    },
    {
      id: 'COMP-02',
      level: 'SHOULD',
      basis: 'inferred',
      clause: REPORT,
      title: 'With format=markdown a compliance report is text',
      needs: ['COMP-01'],
      probes: ['compliance'],
      judge: (seen) => nth(seen, 'compliance', 2, success, markdown),
      hint: 'Markdown itself, not JSON around it.',
    },
  ],
}

export const images: Section = {
  id: 'images',
  title: 'Container images',
  rules: [
    {
      id: 'IMG-01',
      level: 'MUST',
      basis: 'quoted',
      clause: { line: 262, quote: '| GET | /images | API key | |' },
      title:
        'The images are 2xx with a valid key: with AUTH-01.listImages this shows that it is a platform',
      needs: [],
      probes: ['images'],
      judge: (seen) => nth(seen, 'images', 2, success),
      hint: 'The address ends with /api/v1, and the key is one of this platform.',
      accepts: 'Any record: it is not shown (line 170).',
    },
    {
      id: 'IMG-02',
      level: 'MUST',
      basis: 'quoted',
      clause: { line: 263, quote: '`:ref` is URL-encoded (organization/name:tag)' },
      title:
        'An encoded reference of an image reaches its routes: a scan is 2xx, its report 2xx, or 404 while there is none',
      needs: [],
      probes: ['valid.scanImage', 'valid.scanReport'],
      judge: ({ one }) =>
        firstOf([
          () => check(one('valid.scanImage'), success),
          () =>
            check(
              one('valid.scanReport'),
              status('2xx or 404', (it) => it === 404 || (it >= 200 && it < 300)),
            ),
        ]),
      hint: 'A router that takes %2F for a slash finds no such route.',
      accepts: 'Any record: it is not shown (line 170).',
    },
    {
      id: 'IMG-02.report',
      level: 'SHOULD',
      basis: 'inferred',
      clause: {
        line: 264,
        quote: '| GET | /images/:ref/scan-report | API key | same `:ref` encoding |',
      },
      title: 'After a scan there is a report: 2xx',
      needs: ['IMG-02'],
      probes: ['valid.scanImage', 'valid.scanReport'],
      judge: ({ one }) => check(one('valid.scanReport'), success),
      hint: 'Asked for right after the scan. A report that says that the scan is under way is one; if there is none before it ends, ignore this.',
    },
  ],
}

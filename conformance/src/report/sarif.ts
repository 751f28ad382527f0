import { longLocationOf } from './clause.ts'
import { resolveUrl } from '../engine/url.ts'
import { escapeJson, oneLine, multiline } from '../visible.ts'
import type { Report, RuleReport } from './data.ts'
import { describeViolation, exchangeKey } from './describe.ts'

const LEVELS = {
  FAIL: 'error',
  WARN: 'warning',
  ERROR: 'error',
} as const
const KINDS = {
  PASS: 'pass',
  INFO: 'informational',
  'N/A': 'notApplicable',
  BLOCKED: 'open',
  NOT_TESTED: 'open',
  FAIL: 'fail',
  WARN: 'fail',
  ERROR: 'fail',
} as const

/** Returns SARIF 2.1.0: the rules with their clauses, and a result for each with the URL of the request. */
export function sarif(report: Report): string {
  const { suite, rules, target } = report
  const driver = {
    name: suite.name,
    version: suite.version,
    semanticVersion: suite.version,
    rules: rules.map(({ id, title, clause, hint, level, basis }) => ({
      id,
      shortDescription: { text: title },
      fullDescription: {
        text: `${longLocationOf(clause).replace(/^line/, 'Line')}: ${clause.quote}`,
      },
      help: { text: hint },
      defaultConfiguration: {
        level: level === 'MUST' ? 'error' : level === 'SHOULD' ? 'warning' : 'note',
      },
      properties: { level, basis, ...('line' in clause ? { clauseLine: clause.line } : {}) },
    })),
  }
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver },
        results: rules.map((rule, i) => result(rule, i, report)),
        invocations: [{ executionSuccessful: report.exit_code !== 4 }],
        properties: { target, verdict: report.verdict, seed: report.seed },
      },
    ],
  }
  return `${escapeJson(JSON.stringify(log, null, 2))}\n`
}

/** Viewers turn [text](address) into a link (SARIF 3.11.6), so the parenthesis is displayed as its escape sequence in JSON. */
const withoutLinks = (text: string): string => multiline(text).replaceAll('](', ']\\u0028')

const uriOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).href : encodeURI(oneLine(address))

function result(rule: RuleReport, ruleIndex: number, report: Report): object {
  const { id, state, reason, title, violation, known, flaky } = rule
  const kind = KINDS[state]
  const path = report.volatile.exchanges[exchangeKey(rule)]?.request.path ?? ''
  return {
    ruleId: id,
    ruleIndex,
    kind,
    // Only a failure has a level (SARIF 3.27.10).
    level: kind === 'fail' ? LEVELS[state as keyof typeof LEVELS] : 'none',
    message: {
      text: withoutLinks(
        violation
          ? `${title}. ${describeViolation(rule)}`
          : reason === ''
            ? title
            : `${title}: ${reason}`,
      ),
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(resolveUrl(report.target, path)) },
          region: { startLine: 1 },
        },
        ...(violation
          ? { logicalLocations: [{ fullyQualifiedName: oneLine(violation.pointer) }] }
          : {}),
      },
    ],
    partialFingerprints: { 'rule/v1': id },
    ...(known === undefined ? {} : { suppressions: [{ kind: 'external', justification: known }] }),
    properties: { state, ...(flaky === undefined ? {} : { flaky }) },
  }
}

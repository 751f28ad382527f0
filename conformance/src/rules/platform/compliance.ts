import type { Section } from '../../engine/types.ts'
import {
  firstFailure,
  isString,
  jsonObject,
  success,
  type Assertion,
} from '../../judge/assertions.ts'
import { formatValue, parsedBody } from '../../judge/json.ts'
import { checkNth } from './assertions.ts'

const REPORT = {
  line: 310,
  quote:
    'query: format (`json` default, or `markdown`), frameworks (comma-separated list of strings)',
}

const isMarkdown: Assertion = (exchange) => {
  const body = parsedBody(exchange)
  return body.kind === 'json' && !isString(body.value)
    ? { pointer: 'body', expected: 'text that is not JSON', actual: formatValue(body.value) }
    : undefined
}

export const compliance: Section = {
  id: 'compliance',
  title: 'Compliance report',
  rules: [
    {
      id: 'COMP-01',
      level: 'MUST',
      basis: 'quoted',
      specification: 'docs/specification/compliance.md#formats',
      clause: REPORT,
      title: 'A compliance report is JSON with format=json and without a format',
      hint: 'Return 2xx with a JSON object, even if the agent has done nothing in the workspace.',
      accepts: 'Any members, because the interface shows none.',
      needs: ['REG-01', 'WS-01'],
      probes: ['compliance'],
      judge: (evidence) =>
        firstFailure(
          [0, 1].map(
            (position) => () => checkNth(evidence, 'compliance', position, success, jsonObject),
          ),
        ),
    },
    {
      id: 'COMP-02',
      level: 'SHOULD',
      basis: 'inferred',
      specification: 'docs/specification/compliance.md#formats',
      clause: REPORT,
      title: 'A compliance report is text with format=markdown',
      hint: 'Send the Markdown itself instead of JSON that contains it.',
      needs: ['COMP-01'],
      probes: ['compliance'],
      judge: (evidence) => checkNth(evidence, 'compliance', 2, success, isMarkdown),
    },
  ],
}

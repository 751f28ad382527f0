import type { Rule, Section } from '../../engine/types.ts'
import { OK, check, success, violation } from '../../judge/atoms.ts'

const PROMPT_MS = 2000

const rules: readonly Rule[] = [
  {
    id: 'HEALTH-01',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 325, quote: '| GET | /health | none | health check of a running agent |' },
    title: 'A running agent answers GET /health with a 2xx status, and asks for no credentials',
    needs: [],
    probes: ['health'],
    judge: ({ one }) => check(one('health'), success),
    hint: 'Serve /health beside the card, in front of whatever asks for credentials.',
    accepts: 'Any body, and none.',
  },
  {
    id: 'HEALTH-02',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 325, quote: 'health check of a running agent' },
    title: 'The health check answers within two seconds',
    needs: ['HEALTH-01'],
    probes: ['health'],
    judge: ({ one }) => {
      const { outcome } = one('health')
      return outcome.ms <= PROMPT_MS
        ? OK
        : violation({ pointer: 'time', expected: `at most ${PROMPT_MS} ms`, actual: 'more' })
    },
    hint: 'Whoever watches an agent gives up early; do no work in a health check.',
  },
]

export const health: Section = { id: 'health', title: 'Health', rules }

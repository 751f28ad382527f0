import type { Rule, Section } from '../../engine/types.ts'
import { OK, check, success, violation } from '../../judge/assertions.ts'

const MAX_MS = 2000

const rules: readonly Rule[] = [
  {
    id: 'HEALTH-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#health',
    clause: { line: 325, quote: '| GET | /health | none | health check of a running agent |' },
    title: 'GET /health of a running agent is public and returns 2xx',
    hint: 'Serve /health like the card, without checking credentials.',
    accepts: 'Any response body or none.',
    needs: [],
    probes: ['health'],
    judge: ({ one }) => check(one('health'), success),
  },
  {
    id: 'HEALTH-02',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#health',
    clause: { line: 325, quote: 'health check of a running agent' },
    title: 'GET /health responds within two seconds',
    hint: 'Do no work in the health check; monitors give up early.',
    needs: ['HEALTH-01'],
    probes: ['health'],
    judge: ({ one }) => {
      const { outcome } = one('health')
      return outcome.ms <= MAX_MS
        ? OK
        : violation({ pointer: 'time', expected: `at most ${MAX_MS} ms`, actual: 'more' })
    },
  },
]

export const health: Section = { id: 'health', title: 'Health', rules }

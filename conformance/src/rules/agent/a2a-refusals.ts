import type { Rule } from '../../engine/types.ts'
import type { A2aDialect } from '../../probes/agent/a2a-dialects.ts'
import { errorOf } from './a2a-call-judges.ts'

type Texts = Pick<Rule, 'clause' | 'title' | 'hint' | 'needs'> &
  Partial<Pick<Rule, 'basis' | 'specification'>>

/** Returns a function that creates the rules of a version of A2A about calls that have to be refused with a certain error. */
export const refusalRules =
  (dialect: A2aDialect, prefix: 'A2A10' | 'A2A03') =>
  (number: number, probe: string, code: number, texts: Texts): Rule => ({
    id: `${prefix}-${number}`,
    level: 'MUST',
    basis: 'quoted',
    since: '2',
    specification: 'docs/specification/a2a.md#errors',
    ...texts,
    probes: [`${prefix.toLowerCase()}.${probe}`],
    judge: errorOf(dialect, probe, code),
  })

import fc from 'fast-check'
import { violationsOf } from '../schemas/invalid.ts'
import { mutated } from '../schemas/mutated.ts'
import { valid } from '../schemas/valid.ts'
import type { Subject } from './subjects.ts'

/** How a body was generated. */
export type Kind = 'valid' | 'invalid' | 'mutated'
interface Disagreement {
  readonly schema: string
  readonly kind: Kind
  readonly body: string
  /** Whether each validator accepts the body: first those of the server, then the others. */
  readonly verdicts: readonly boolean[]
}
export interface Comparison {
  readonly seed: number
  readonly schemas: number
  readonly bodies: number
  /** Number of bodies that the server accepts. */
  readonly valid: number
  readonly by_kind: Readonly<Record<Kind, { readonly bodies: number; readonly valid: number }>>
  readonly disagreements: readonly Disagreement[]
  /** Bodies that were generated as valid but are refused, or as invalid but are accepted. */
  readonly misjudged: readonly Disagreement[]
}

const SHARES: Readonly<Record<Kind, number>> = { valid: 4, invalid: 3, mutated: 3 }

/**
 * Generates bodies of all kinds for one schema. Timestamps with lower-case letters or leap seconds are compared in requests only, where
 * the contract's pattern decides, because RFC 3339 leaves both to the application (5.6, 5.7) and validators differ.
 */
function bodiesOf(
  { schema, of }: Subject,
  count: number,
  seed: number,
): readonly (readonly [Kind, unknown])[] {
  const breaks = violationsOf(schema)
  const makers: Readonly<Record<Kind, fc.Arbitrary<unknown>>> = {
    valid: valid(schema),
    mutated: mutated(schema, of === 'request'),
    invalid:
      breaks.length === 0
        ? valid(schema)
        : fc.oneof(...breaks.map(({ values }) => values)).map(({ value }) => value),
  }
  return (Object.keys(SHARES) as Kind[]).flatMap((kind) =>
    fc
      .sample(makers[kind], { numRuns: Math.ceil((count * SHARES[kind]) / 10), seed })
      .map((value) => [kind, value] as const),
  )
}

/**
 * Generates about this many bodies, passes each to all validators, and returns the differences. Schemas of requests get four times as many
 * as those of responses.
 */
export function compare(
  all: readonly Subject[],
  { bodies, seed }: { readonly bodies: number; readonly seed: number },
): Comparison {
  const weights = all.map(({ of }) => (of === 'request' ? 4 : 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const counts = {
    valid: { bodies: 0, valid: 0 },
    invalid: { bodies: 0, valid: 0 },
    mutated: { bodies: 0, valid: 0 },
  }
  const disagreements: Disagreement[] = []
  const misjudged: Disagreement[] = []
  for (const [index, subject] of all.entries()) {
    for (const [kind, value] of bodiesOf(
      subject,
      Math.ceil((bodies * weights[index]!) / total),
      seed + index,
    ))
      judge(subject, kind, value)
  }
  function judge({ name, server, others }: Subject, kind: Kind, value: unknown): void {
    // Each validator gets a separate copy, because those of the server insert default values.
    const body = JSON.stringify(value)
    const verdicts = [...server, ...others].map((passes) => passes(JSON.parse(body)))
    const seen: Disagreement = { schema: name, kind, body: body.slice(0, 2000), verdicts }
    counts[kind].bodies += 1
    if (verdicts[0]) counts[kind].valid += 1
    if (new Set(verdicts).size > 1) disagreements.push(seen)
    else if (kind !== 'mutated' && verdicts[0] !== (kind === 'valid')) misjudged.push(seen)
  }
  const sum = (what: 'bodies' | 'valid'): number =>
    Object.values(counts).reduce((so_far, count) => so_far + count[what], 0)
  return {
    seed,
    schemas: all.length,
    bodies: sum('bodies'),
    valid: sum('valid'),
    by_kind: counts,
    disagreements,
    misjudged,
  }
}

import fc from 'fast-check'
import { breaksOf } from '../schemas/broken.ts'
import { disturbed } from '../schemas/disturbed.ts'
import { valid } from '../schemas/valid.ts'
import type { Subject } from './subjects.ts'

/** How a body was made. */
export type Kind = 'valid' | 'broken' | 'disturbed'
export interface Disagreement {
  readonly schema: string
  readonly kind: Kind
  readonly body: string
  /** Each validator's verdict: first the server's, then the others'. */
  readonly verdicts: readonly boolean[]
}
export interface Comparison {
  readonly seed: number
  readonly schemas: number
  readonly bodies: number
  /** Bodies that the server's validators take. */
  readonly valid: number
  readonly by_kind: Readonly<Record<Kind, { readonly bodies: number; readonly valid: number }>>
  readonly disagreements: readonly Disagreement[]
  /** Bodies that were made to be valid, or to be broken, and are not. */
  readonly misjudged: readonly Disagreement[]
}

const SHARES: Readonly<Record<Kind, number>> = { valid: 4, broken: 3, disturbed: 3 }

/**
 * Bodies of one schema, of every kind. The timestamps of answers are written by the server, which the contract's validators hold to
 * capital letters and minutes of 60 seconds; RFC 3339 leaves lower case to applications (5.6) and leap seconds to their tables (5.7),
 * so those two are compared in requests only, where the contract's pattern decides. Requests are what strangers send, so they get more of them.
 */
function bodiesOf(
  { schema, of }: Subject,
  many: number,
  seed: number,
): readonly (readonly [Kind, unknown])[] {
  const breaks = breaksOf(schema)
  const makers: Readonly<Record<Kind, fc.Arbitrary<unknown>>> = {
    valid: valid(schema),
    disturbed: disturbed(schema, of === 'request'),
    broken:
      breaks.length === 0
        ? valid(schema)
        : fc.oneof(...breaks.map(({ values }) => values)).map(({ value }) => value),
  }
  return (Object.keys(SHARES) as Kind[]).flatMap((kind) =>
    fc
      .sample(makers[kind], { numRuns: Math.ceil((many * SHARES[kind]) / 10), seed })
      .map((value) => [kind, value] as const),
  )
}

/** Lets everybody judge `many` bodies, and tells where they differ. */
export function compare(
  all: readonly Subject[],
  { many, seed }: { readonly many: number; readonly seed: number },
): Comparison {
  const weights = all.map(({ of }) => (of === 'request' ? 4 : 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const counts = {
    valid: { bodies: 0, valid: 0 },
    broken: { bodies: 0, valid: 0 },
    disturbed: { bodies: 0, valid: 0 },
  }
  const disagreements: Disagreement[] = []
  const misjudged: Disagreement[] = []
  for (const [index, subject] of all.entries()) {
    for (const [kind, value] of bodiesOf(
      subject,
      Math.ceil((many * weights[index]!) / total),
      seed + index,
    ))
      judge(subject, kind, value)
  }
  function judge({ name, server, others }: Subject, kind: Kind, value: unknown): void {
    // Each gets a copy of its own, read from JSON: the server's validators fill defaults in place.
    const body = JSON.stringify(value)
    const verdicts = [...server, ...others].map((passes) => passes(JSON.parse(body)))
    const seen: Disagreement = { schema: name, kind, body: body.slice(0, 2000), verdicts }
    counts[kind].bodies += 1
    if (verdicts[0]) counts[kind].valid += 1
    if (new Set(verdicts).size > 1) disagreements.push(seen)
    else if (kind !== 'disturbed' && verdicts[0] !== (kind === 'valid')) misjudged.push(seen)
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

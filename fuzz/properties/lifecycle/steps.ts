import fc from 'fast-check'
import { DAY, MINUTE, SECOND } from '../../../test/kit/time.ts'

/** One step of the lifecycle of installations. `which` and `token` select among the existing installations and tokens. */
export type Step =
  | { readonly do: 'token'; readonly minutes: number }
  | {
      readonly do: 'bootstrap' | 'policy' | 'refresh' | 'old refresh' | 'foreign refresh'
      readonly which: number
      readonly token: number
    }
  | {
      readonly do: 'lease'
      readonly which: number
      readonly token: number
      readonly interval: number | undefined
    }
  | { readonly do: 'revoke'; readonly which: number; readonly timeout: number | undefined }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'recover' | 'suspend' | 'reinstate' }

/** Durations that are shorter than the validity of any token. */
const SHORT_WAITS = [1, SECOND, 30 * SECOND - 1, 30 * SECOND, 60 * SECOND - 1]
/** Durations near the time limits, for most limits on both sides. */
const WAITS = [
  30 * SECOND - 1,
  30 * SECOND,
  60 * SECOND - 1,
  60 * SECOND,
  5 * MINUTE - 1,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE - 1,
  15 * MINUTE,
  DAY,
  83 * DAY - 1,
  83 * DAY,
  83 * DAY + 1,
  7 * DAY,
  90 * DAY - 1,
  90 * DAY,
]

const which = fc.nat(5)
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('token' as const),
      minutes: fc.constantFrom(1, 5, 15, 1440),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('bootstrap' as const), which, token: which }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('lease' as const),
      which,
      token: fc.nat(20),
      interval: optional(fc.constantFrom(1, 60, 3600, 86400)),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'policy' as const,
        'policy' as const,
        'refresh' as const,
        'refresh' as const,
        'old refresh' as const,
        'foreign refresh' as const,
      ),
      which,
      token: fc.nat(20),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('recover' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('revoke' as const),
      which,
      timeout: optional(fc.constantFrom(0, 1000, 5 * MINUTE, 10 * MINUTE, 11 * MINUTE)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('suspend' as const, 'reinstate' as const, 'reinstate' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(...SHORT_WAITS) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(...WAITS) }),
  },
)
/** Generates sequences of steps. Each begins with a bootstrap, because most rules apply only afterwards. */
export const stepSequences: fc.Arbitrary<readonly Step[]> = fc
  .array(step, { minLength: 4, maxLength: 40, size: 'max' })
  .map((steps) => [
    { do: 'token', minutes: 15 } as const,
    { do: 'bootstrap', which: 0, token: 0 } as const,
    ...steps,
  ])

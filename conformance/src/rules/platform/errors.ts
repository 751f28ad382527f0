import type { Rule, Section } from '../../engine/types.ts'
import { badRequest, check, each, notApplicable, ok } from '../../judge/atoms.ts'
import { bodyOf, show } from '../../judge/json.ts'
import { NAMING, NEEDS_MEMBERS, SPOILABLE, type Spoilable } from '../../probes/platform/errors.ts'
import { absent, is, noFault, refused } from './judges.ts'

const CLAUSE = { line: 398, quote: 'When a request body is invalid, the status is 400 or 422.' }
const NOTHING = notApplicable('Nothing was sent.')

const family = (part: Spoilable['part']): readonly Rule[] => [
  ...SPOILABLE.filter((one) => one.part === part).map(({ id, control }): Rule => ({
    id: `ERR-01.${id}`,
    level: 'MUST',
    basis: 'quoted',
    clause: CLAUSE,
    title: `${id} refuses a body that is no JSON with 400 or 422`,
    needs: [control],
    probes: [`malformed.${id}`],
    judge: ({ one }) => check(one(`malformed.${id}`), badRequest),
    hint: 'A parser that throws must not end in 500.',
  })),
  ...SPOILABLE.filter((one) => one.part === part).map(({ id, control }): Rule => ({
    id: `ERR-02.${id}`,
    level: 'MUST',
    basis: 'quoted',
    clause: CLAUSE,
    title: `${id} refuses a body in which one member has another type with 400 or 422`,
    needs: [control],
    probes: [`mistyped.${id}`],
    judge: ({ of }) => each(of(`mistyped.${id}`), NOTHING, badRequest),
    hint: 'Check the types of all members that the interface lists, and convert none.',
  })),
  ...NEEDS_MEMBERS.filter((one) => one.part === part && !(one.id in TOKENS)).map(
    ({ id, control }): Rule => ({
      id: `ERR-03.${id}`,
      level: 'SHOULD',
      basis: 'inferred',
      clause: CLAUSE,
      title: `${id} refuses {} with 400 or 422`,
      needs: [control],
      probes: [`emptied.${id}`],
      judge: ({ one }) => check(one(`emptied.${id}`), badRequest),
      hint: 'Say which members are missing. Which ones have to be there is not stated, so this only warns, and nothing but {} is tried.',
    }),
  ),
  ...NAMING.filter(({ plan }) => part === (plan === 'free' ? 'core' : 'paid')).map(
    ({ id, control }): Rule => ({
      id: `ERR-04.${id}`,
      level: 'SHOULD',
      basis: 'inferred',
      clause: { line: 381, quote: '| 404 | not found, resource does not exist |' },
      title: `${id} of what does not exist is 404`,
      needs: [control],
      probes: [`unknown.${id}`],
      judge: ({ one }) => check(one(`unknown.${id}`), is(404)),
      hint: 'The identifier looks like one that exists. Which status says so is not stated, so this only warns.',
    }),
  ),
]

/** What the token in the body authorizes is nothing without it (line 353): of these alone it is stated that a member has to be there. */
const TOKENS = { bootstrap: 'install_token', refresh: 'refresh_token' } as const

const withoutToken: readonly Rule[] = NEEDS_MEMBERS.filter(({ id }) => id in TOKENS).map(
  ({ id, control }): Rule => ({
    id: `ERR-03.${id}`,
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 353,
      quote:
        'bootstrap is authorized by the install token in the body and refresh by the refresh token in the body',
    },
    title: `${id} without its token is refused with 4xx, and gives no credentials`,
    needs: [control],
    probes: [`emptied.${id}`],
    judge: ({ one }) =>
      check(one(`emptied.${id}`), refused, absent('runtime_token', 'refresh_token')),
    hint: `${TOKENS[id as keyof typeof TOKENS]} has to be there: nothing else says who is asking.`,
    accepts: 'Any 4xx status.',
  }),
)

const rules: readonly Rule[] = [
  ...family('core'),
  ...withoutToken,
  {
    id: 'ERR-05',
    level: 'INFO',
    basis: 'inferred',
    clause: {
      line: 398,
      quote: 'The body shape of errors other than 402 and task failures is not shown.',
    },
    title: 'What the body of an error looks like',
    needs: ['REG-01'],
    probes: ['malformed.registerAgent'],
    judge: ({ one }) => {
      const body = bodyOf(one('malformed.registerAgent'))
      return ok(
        typeof body === 'object' && body !== null
          ? `Members: ${Object.keys(body).sort().join(', ')}.`
          : show(typeof body),
      )
    },
    hint: 'Not stated.',
  },
  {
    id: 'ERR-06',
    level: 'SHOULD',
    basis: 'inferred',
    clause: CLAUSE,
    title: 'No odd body makes the platform fail',
    needs: ['REG-01'],
    probes: ['errors.fuzz'],
    judge: ({ of }) => each(of('errors.fuzz'), NOTHING, noFault),
    hint: 'Values of every type stood in every member; --seed and --fuzz make them the same again, or more.',
  },
]

export const errors: Section = { id: 'errors', title: 'Errors', rules }

export const paidErrors: Section = {
  id: 'errors-paid',
  title: 'Errors of paid features',
  rules: family('paid'),
}
export const adminErrors: Section = {
  id: 'errors-admin',
  title: 'Errors of the admin session',
  rules: family('admin'),
}

import type { Rule, Section } from '../../engine/types.ts'
import {
  badRequest,
  check,
  clientError,
  each,
  hasStatus,
  isObject,
  NOTHING_SENT,
  ok,
} from '../../judge/assertions.ts'
import { bodyOf } from '../../judge/json.ts'
import { RESOURCE_OPERATIONS } from '../../probes/platform/errors.ts'
import {
  VALID_REQUESTS,
  WITH_REQUIRED_MEMBERS,
  type ValidRequest,
} from '../../probes/platform/valid-requests.ts'
import { noCredentials, noServerError } from './assertions.ts'

const CLAUSE = { line: 398, quote: 'When a request body is invalid, the status is 400 or 422.' }

/** Returns the rules about invalid requests for the operations of a part. */
const invalidRequestRules = (part: ValidRequest['part']): readonly Rule[] => [
  ...VALID_REQUESTS.filter((one) => one.part === part).map(({ id, control }): Rule => ({
    id: `ERR-01.${id}`,
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/http.md#error-codes',
    clause: CLAUSE,
    title: `${id} refuses malformed JSON with 400 or 422`,
    hint: "Handle the parser's exception instead of returning 500.",
    needs: [control],
    probes: [`malformed.${id}`],
    judge: ({ one }) => check(one(`malformed.${id}`), badRequest),
  })),
  ...VALID_REQUESTS.filter((one) => one.part === part).map(({ id, control }): Rule => ({
    id: `ERR-02.${id}`,
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/http.md#error-codes',
    clause: CLAUSE,
    title: `${id} refuses a member of the wrong type with 400 or 422`,
    hint: 'Validate the types of all members that the interface lists, and convert none.',
    needs: [control],
    probes: [`mistyped.${id}`],
    judge: ({ of }) => each(of(`mistyped.${id}`), NOTHING_SENT, badRequest),
  })),
  ...WITH_REQUIRED_MEMBERS.filter((one) => one.part === part && !(one.id in TOKENS)).map(
    ({ id, control }): Rule => ({
      id: `ERR-03.${id}`,
      level: 'SHOULD',
      basis: 'inferred',
      specification: 'docs/specification/http.md#error-codes',
      clause: CLAUSE,
      title: `${id} refuses {} with 400 or 422`,
      hint: 'Name the missing members. The interface does not state which are required, so a violation is only a warning, and only {} is sent.',
      needs: [control],
      probes: [`emptied.${id}`],
      judge: ({ one }) => check(one(`emptied.${id}`), badRequest),
    }),
  ),
  ...RESOURCE_OPERATIONS.filter(({ plan }) => part === (plan === 'free' ? 'core' : 'paid')).map(
    ({ id, control }): Rule => ({
      id: `ERR-04.${id}`,
      level: 'SHOULD',
      basis: 'inferred',
      specification: 'docs/specification/http.md#identifiers',
      clause: { line: 381, quote: '| 404 | not found, resource does not exist |' },
      title: `${id} returns 404 for a resource that does not exist`,
      hint: 'Return 404 if an identifier is well formed and unknown. The interface does not state when a status applies, so a violation is only a warning.',
      needs: [control],
      probes: [`unknown.${id}`],
      judge: ({ one }) => check(one(`unknown.${id}`), hasStatus(404)),
    }),
  ),
]

/**
 * The tokens in the body that authorize an operation (docs/specification/http.md#credentials). The interface does not state that any
 * other member is required.
 */
const TOKENS = { bootstrap: 'install_token', refresh: 'refresh_token' } as const

const withoutToken: readonly Rule[] = WITH_REQUIRED_MEMBERS.filter(({ id }) => id in TOKENS).map(
  ({ id, control }): Rule => ({
    id: `ERR-03.${id}`,
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/http.md#which-credential',
    clause: {
      line: 353,
      quote:
        'bootstrap is authorized by the install token in the body and refresh by the refresh token in the body',
    },
    title: `${id} without its token is refused with 4xx, and the response contains no credentials`,
    hint: `Require ${TOKENS[id as keyof typeof TOKENS]}; nothing else identifies the caller.`,
    accepts: 'Any 4xx status.',
    needs: [control],
    probes: [`emptied.${id}`],
    judge: ({ one }) => check(one(`emptied.${id}`), clientError, noCredentials),
  }),
)

const rules: readonly Rule[] = [
  ...invalidRequestRules('core'),
  ...withoutToken,
  {
    id: 'ERR-05',
    level: 'INFO',
    basis: 'inferred',
    specification: 'docs/specification/http.md#error-body',
    clause: {
      line: 398,
      quote: 'The body shape of errors other than 402 and task failures is not shown.',
    },
    title: 'Reports the members of an error body',
    hint: 'The interface does not state them.',
    needs: ['REG-01'],
    probes: ['malformed.registerAgent'],
    judge: ({ one }) => {
      const body = bodyOf(one('malformed.registerAgent'))
      return ok(
        isObject(body)
          ? `The members are ${Object.keys(body).sort().join(', ')}.`
          : 'The body is not a JSON object.',
      )
    },
  },
  {
    id: 'ERR-06',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/http.md#error-codes',
    clause: CLAUSE,
    title: 'No generated body causes a 5xx response',
    hint: 'Validate every member: the suite puts values of every type into each. Repeat the run with the same --seed, or with a greater --fuzz.',
    needs: ['REG-01'],
    probes: ['errors.fuzz'],
    judge: ({ of }) => each(of('errors.fuzz'), NOTHING_SENT, noServerError),
  },
]

export const errors: Section = { id: 'errors', title: 'Errors', rules }

export const paidErrors: Section = {
  id: 'errors-paid',
  title: 'Errors of paid features',
  rules: invalidRequestRules('paid'),
}
export const adminErrors: Section = {
  id: 'errors-admin',
  title: 'Errors of the admin session',
  rules: invalidRequestRules('admin'),
}

import { RESOURCE_OPERATIONS, otherType } from '../../../src/probes/platform/errors.ts'
import { OPERATIONS, PLAN_GATED, planBelow } from '../../../src/probes/platform/operations.ts'
import { INVALID_KEY } from '../../../src/probes/platform/target.ts'
import {
  VALID_REQUESTS,
  WITH_REQUIRED_MEMBERS,
} from '../../../src/probes/platform/valid-requests.ts'
import type { Mutant } from '../../support/mutants.ts'
import { operationOf } from '../reference.ts'
import { accepts, members, mutant, parse, wrapping } from './change.ts'

const ids = ['listImages', ...OPERATIONS.map(({ id }) => id)]
const WRONG_VALUES = [otherType('text'), otherType(1)]

export const authMutants: readonly Mutant[] = [
  ...ids.map((id) =>
    accepts(
      id,
      'requires no key',
      [`AUTH-01.${id}`],
      ({ headers }) => headers['x-api-key'] === undefined,
    ),
  ),
  ...ids.map((id) =>
    accepts(
      id,
      'accepts any key',
      [`AUTH-02.${id}`],
      ({ headers }) => headers['x-api-key'] === INVALID_KEY,
    ),
  ),
  wrapping(
    'getPolicy never responds to a wrong key',
    ['AUTH-01.getPolicy'],
    () => (forward) => (request) =>
      operationOf(request) === 'getPolicy' && request.headers['x-api-key'] === INVALID_KEY
        ? 'silence'
        : forward(request),
  ),
  mutant(
    'getPolicy',
    'returns 401 for a valid key',
    ['AUTH-01.getPolicy', 'POL-01'],
    () => (response) => (response.status === 200 ? { ...response, status: 401 } : response),
  ),
  accepts(
    'tasks',
    'requires no bearer token',
    ['AUTH-03'],
    ({ headers }) => headers['authorization'] === undefined,
  ),
  accepts(
    'tasks',
    'accepts any bearer token',
    ['AUTH-02.listTasks'],
    ({ headers }) => headers['authorization'] === `Bearer ${INVALID_KEY}`,
  ),
]

export const errorMutants: readonly Mutant[] = [
  ...VALID_REQUESTS.map(({ id }) =>
    mutant(
      id,
      'returns 500 for malformed JSON',
      [`ERR-01.${id}`],
      () =>
        (response, { body }) =>
          body === '{"' ? { ...response, status: 500 } : response,
    ),
  ),
  ...VALID_REQUESTS.map(({ id }) =>
    accepts(
      id,
      'accepts any type',
      [`ERR-02.${id}`],
      ({ body }, { status }) =>
        status === 422 && Object.values(parse(body)).some((value) => WRONG_VALUES.includes(value)),
    ),
  ),
  ...WITH_REQUIRED_MEMBERS.map(({ id }) =>
    accepts(
      id,
      'accepts {}',
      [`ERR-03.${id}`],
      ({ body }, { status }) => status === 422 && body === '{}',
    ),
  ),
  ...RESOURCE_OPERATIONS.filter(({ id }) => id !== 'getWorkspace').map(({ id }) =>
    mutant(
      id,
      'returns 400 for a missing resource',
      [`ERR-04.${id}`],
      () =>
        (response, { headers }) =>
          response.status === 404 && headers['x-api-key'] === keyOf('enterprise')
            ? { ...response, status: 400 }
            : response,
    ),
  ),
  mutant(
    'bootstrap',
    'returns credentials for {}',
    ['ERR-03.bootstrap'],
    () =>
      (response, { body }) =>
        body === '{}' ? { ...response, status: 400, body: '{"runtime_token":"srt_x"}' } : response,
  ),
  mutant(
    'exportLogs',
    'accepts numbers as tags',
    ['ERR-02.exportLogs'],
    () =>
      (response, _, __, { tags }) =>
        JSON.stringify(tags) === '[7]' ? { ...response, status: 200 } : response,
  ),
  mutant(
    'verifyTrust',
    'accepts any type in the context',
    ['ERR-02.verifyTrust'],
    () =>
      (response, { body }) =>
        body.includes('"workspace_id":7') ? { ...response, status: 200 } : response,
  ),
  mutant(
    'registerAgent',
    'accepts any type of one member',
    ['ERR-02.registerAgent'],
    () => (response, _, __, given) =>
      given['name'] === 7 ? { ...response, status: 201 } : response,
  ),
  mutant(
    'trustHeaders',
    'returns 500 for values that are not strings',
    ['ERR-06'],
    () =>
      (response, _, __, { svc_id }) =>
        typeof svc_id === 'object' || typeof svc_id === 'boolean'
          ? { ...response, status: 500 }
          : response,
  ),
]

const WITHOUT_ZONE = '2026-03-02 10:11:00'
export const timeMutants: readonly Mutant[] = [
  members('verifyAgent', 'returns a time without a time zone', ['TIME-01.verification'], () => ({
    registered_at: WITHOUT_ZONE,
  })),
  members('createInstallToken', 'returns a number of seconds', ['TIME-01.installToken'], () => ({
    expires_at: 1_772_000_000,
  })),
  members('bootstrap', 'returns a different time zone', ['TIME-01.bootstrap'], () => ({
    expires_at: '2026-03-02T10:11:00+02:00',
  })),
  members('refresh', 'returns a time without a time zone', ['TIME-01.refresh'], () => ({
    expires_at: WITHOUT_ZONE,
  })),
  members('recover', 'returns a time without a time zone', ['TIME-01.recovery'], () => ({
    expires_at: WITHOUT_ZONE,
  })),
  members('lease', 'returns a number', ['TIME-01.lease'], () => ({ lease_expires_at: 1 })),
  members('lease', 'returns a date', ['TIME-01.lease'], () => ({
    next_heartbeat_at: '2026-03-02',
  })),
  members('requestPin', 'returns a time without a time zone', ['TIME-01.challenge'], () => ({
    expires_at: WITHOUT_ZONE,
  })),
  members('verifyPin', 'returns a time without a time zone', ['TIME-01.adminSession'], () => ({
    expires_at: WITHOUT_ZONE,
  })),
]

const number = (n: number): string => String(n).padStart(2, '0')
/** Rules that use the same key and therefore receive the same 402. */
const SAME: Readonly<Record<string, string>> = {
  supportCsm: 'SUP-04',
  setRetention: 'RET-01',
  complianceReport: 'COMP-01',
}
const keyOf = (plan: string): string => `sk_live_${plan}`

const refusal = (
  name: string,
  foundBy: readonly string[],
  change: Readonly<Record<string, unknown>>,
): Mutant =>
  mutant(
    'exportLogs',
    name,
    foundBy,
    () => (response, _, json) =>
      response.status === 402
        ? { ...response, body: JSON.stringify({ ...json, ...change }) }
        : response,
  )

export const planMutants: readonly Mutant[] = [
  ...PLAN_GATED.map(({ id, plan }, i) =>
    accepts(
      id,
      `accepts the ${planBelow(plan)} plan`,
      [`PLAN-${number(i + 1)}`],
      ({ headers }) => headers['x-api-key'] === keyOf(planBelow(plan)),
    ),
  ),
  ...PLAN_GATED.map(({ id, plan }, i) => {
    const foundBy = [
      ...(SAME[id] === undefined ? [] : [SAME[id]]),
      `PLAN-${number(i + 1 + PLAN_GATED.length)}`,
    ]
    return mutant(
      id,
      `refuses the ${plan} plan`,
      foundBy,
      () =>
        (response, { headers }) =>
          headers['x-api-key'] === keyOf(plan) ? { ...response, status: 402 } : response,
    )
  }),
  refusal('returns a different error', ['PLAN-25'], { error: 'payment_required' }),
  refusal('omits code', ['PLAN-26'], { code: undefined }),
  refusal('returns a number as message', ['PLAN-26'], { message: 402 }),
  refusal('names a plan that is too high', ['PLAN-27'], { required_plan: 'enterprise' }),
  refusal('does not name the plans', ['PLAN-28'], { message: 'Please upgrade.' }),
  refusal('returns current_usage without a quota', ['PLAN-29'], {
    current_usage: { current: 0, max: 0 },
  }),
  refusal('returns a string in current_usage', ['PLAN-29'], {
    current_usage: { current: '1', max: 2 },
  }),
  mutant('createInstallToken', 'returns a string as the usage of a quota', ['PLAN-29'], () => {
    let count = 0
    return (response, _, __, { expiry_minutes }) =>
      expiry_minutes === 1 && (count += 1) > 20 && count < 40
        ? {
            ...response,
            status: 402,
            body: JSON.stringify({
              error: 'plan_limit_exceeded',
              current_usage: { current: '20', max: 20 },
            }),
          }
        : response
  }),
  refusal('returns a path as upgrade_url', ['PLAN-30'], { upgrade_url: '/upgrade' }),
]

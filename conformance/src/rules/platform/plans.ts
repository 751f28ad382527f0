import type { Exchange, Rule, Section } from '../../engine/types.ts'
import {
  absent,
  check,
  each,
  equals,
  firstFailure,
  hasStatus,
  isInteger,
  isObject,
  notApplicable,
  OK,
  optional,
  string,
  value,
  type Assertion,
} from '../../judge/assertions.ts'
import { PLAN_GATED, planBelow } from '../../probes/platform/operations.ts'
import { hasOtherStatus } from './assertions.ts'

const TIERS = {
  line: 411,
  quote:
    'audit-log listing and e-mail support: starter or higher; exports, priority support, chat support, registry network: professional or higher; retention override, compliance report, customer-success route: enterprise',
}
const number = (n: number): string => String(n).padStart(2, '0')

const gates: readonly Rule[] = PLAN_GATED.map(({ id, plan }, i) => ({
  id: `PLAN-${number(i + 1)}`,
  level: 'MUST',
  basis: 'quoted',
  specification: 'docs/specification/organizations.md#plan-features',
  clause: TIERS,
  title: `${id} returns 402 on the ${planBelow(plan)} plan`,
  hint: `Require the ${plan} plan. The suite uses the key with the organization given as --set org.${planBelow(plan)}=ID.`,
  needs: [`PLAN-${number(i + 1 + PLAN_GATED.length)}`],
  probes: [`below.${id}`],
  judge: ({ one }) => check(one(`below.${id}`), hasStatus(402)),
}))

const accessRules: readonly Rule[] = PLAN_GATED.map(({ id, plan }, i) => ({
  id: `PLAN-${number(i + 1 + PLAN_GATED.length)}`,
  level: 'MUST',
  basis: 'quoted',
  specification: 'docs/specification/organizations.md#plan-features',
  clause: TIERS,
  title: `${id} does not return 402 on the ${plan} plan`,
  hint: `Allow the operation on the ${plan} plan. The suite uses the key with the organization given as --set org.${plan}=ID.`,
  accepts: 'Any status but 402.',
  needs: [],
  probes: [`least.${id}`],
  judge: ({ one }) => check(one(`least.${id}`), hasOtherStatus(402)),
}))

const BELOW = PLAN_GATED.map(({ id }) => `below.${id}`)
/** Probes of operations on which a plan may set a quota. */
const QUOTA_PROBES = ['token.many', 'workspace.create', 'install.first'] as const
const planLimited = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter(({ outcome }) => outcome.kind === 'response' && outcome.status === 402)
const usage = value(
  '/current_usage',
  '{current: integer, max: integer}',
  (it) => isObject(it) && isInteger(it['current']) && isInteger(it['max']),
)
const noUsage = absent('/current_usage')
const NONE = notApplicable('No response was 402.')

/** Creates a rule about the body of 402 responses, whose assertion depends on the required and the current plan. */
const bodyRule = (
  id: string,
  rule: Pick<Rule, 'level' | 'basis' | 'specification' | 'clause' | 'title' | 'hint'> &
    Pick<Partial<Rule>, 'accepts' | 'needs'>,
  assertionFor: (required: string, current: string) => Assertion,
): Rule => ({
  needs: [],
  ...rule,
  id,
  probes: [],
  observes: BELOW,
  judge: ({ of }) =>
    each(planLimited(of(...BELOW)), NONE, (exchange) => {
      const operation = PLAN_GATED.find((one) => `below.${one.id}` === exchange.probe)
      return operation
        ? assertionFor(operation.plan, planBelow(operation.plan))(exchange)
        : undefined
    }),
})

const bodyRules: readonly Rule[] = [
  bodyRule(
    'PLAN-25',
    {
      level: 'MUST',
      basis: 'quoted',
      specification: 'docs/specification/http.md#plan-errors',
      clause: { line: 389, quote: '| error | string | `plan_limit_exceeded` |' },
      title: 'The error of a 402 response is plan_limit_exceeded',
      hint: 'Send this error for every feature; code distinguishes them.',
    },
    () => equals('/error', 'plan_limit_exceeded'),
  ),
  bodyRule(
    'PLAN-26',
    {
      level: 'MUST',
      basis: 'quoted',
      specification: 'docs/specification/http.md#plan-errors',
      clause: { line: 392, quote: '| required_plan | string | the plan that allows the action |' },
      title: 'A 402 response has the strings message, code, required_plan and upgrade_url',
      hint: 'Send message, code, required_plan and upgrade_url as strings.',
    },
    () => (exchange) =>
      ['/message', '/code', '/required_plan', '/upgrade_url']
        .map((pointer) => string(pointer)(exchange))
        .find((found) => found !== undefined),
  ),
  bodyRule(
    'PLAN-27',
    {
      level: 'SHOULD',
      basis: 'inferred',
      specification: 'docs/specification/http.md#plan-errors',
      clause: { line: 392, quote: 'the plan that allows the action' },
      title: 'required_plan is the lowest plan with the feature',
      hint: 'Name starter for audit logs and e-mail support; professional for exports, priority support, chat support and the registry network; enterprise for retention, compliance reports and the customer-success route.',
      needs: ['PLAN-26'],
    },
    (required) => equals('/required_plan', required),
  ),
  bodyRule(
    'PLAN-28',
    {
      level: 'SHOULD',
      basis: 'quoted',
      specification: 'docs/specification/http.md#plan-errors',
      clause: {
        line: 390,
        quote: 'human-readable text naming the current plan and the required plan',
      },
      title: 'The message of a 402 response names the current plan and the required plan',
      hint: 'Name both plans, so that people can decide whether to upgrade.',
      accepts: 'Upper and lower case.',
      needs: ['PLAN-26'],
    },
    (required, current) =>
      value(
        '/message',
        `a message that names ${current} and ${required}`,
        (it) =>
          typeof it === 'string' &&
          [required, current].every((plan) => it.toLowerCase().includes(plan)),
      ),
  ),
  {
    id: 'PLAN-29',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/http.md#plan-errors',
    clause: {
      line: 394,
      quote: '{current: integer, max: integer}; present only for quota-style limits',
    },
    title:
      'current_usage is absent if the plan lacks the feature, and has the integers current and max if it is present for a quota',
    hint: 'Leave current_usage out if the plan lacks the feature, because nothing is counted in that case. If a quota is used up, send current and max as integers.',
    accepts:
      'null instead of an absent member if the plan lacks the feature, and the absence of current_usage if a quota is used up.',
    needs: [],
    probes: [],
    observes: [...BELOW, ...QUOTA_PROBES],
    judge: ({ of }) =>
      firstFailure([
        () => each(planLimited(of(...BELOW)), NONE, noUsage),
        () => each(planLimited(of(...QUOTA_PROBES)), OK, optional('/current_usage', usage)),
      ]),
  },
  bodyRule(
    'PLAN-30',
    {
      level: 'SHOULD',
      basis: 'inferred',
      specification: 'docs/specification/http.md#plan-errors',
      clause: { line: 393, quote: '| upgrade_url | string | address for upgrading |' },
      title: 'upgrade_url is an absolute URL',
      hint: 'Send the scheme and host, too; the response may be read on another host.',
      needs: ['PLAN-26'],
    },
    () =>
      value(
        '/upgrade_url',
        'an absolute http or https URL',
        (it) => typeof it === 'string' && /^https?:\/\//.test(it) && URL.canParse(it),
      ),
  ),
]

export const plans: Section = {
  id: 'plans',
  title: 'Plans',
  rules: [...gates, ...accessRules, ...bodyRules],
}

import type { Exchange, Rule, Section } from '../../engine/types.ts'
import {
  check,
  each,
  equals,
  firstOf,
  isInteger,
  isObject,
  notApplicable,
  OK,
  optional,
  string,
  value,
  type Atom,
} from '../../judge/atoms.ts'
import { below, GATED } from '../../probes/platform/credentials.ts'
import { is, isNot } from './judges.ts'

const TIERS = {
  line: 411,
  quote:
    'audit-log listing and e-mail support: starter or higher; exports, priority support, chat support, registry network: professional or higher; retention override, compliance report, customer-success route: enterprise',
}
const number = (n: number): string => String(n).padStart(2, '0')

const gates: readonly Rule[] = GATED.map(({ id, plan }, i) => ({
  id: `PLAN-${number(i + 1)}`,
  level: 'MUST',
  basis: 'quoted',
  clause: TIERS,
  title: `${id} is 402 on the plan ${below(plan)}`,
  needs: [`PLAN-${number(i + 1 + GATED.length)}`],
  probes: [`below.${id}`],
  judge: ({ one }) => check(one(`below.${id}`), is(402)),
  hint: `The least plan is ${plan}. Each key is used with its own organization: --set org.${below(plan)}=ID.`,
}))

const opens: readonly Rule[] = GATED.map(({ id, plan }, i) => ({
  id: `PLAN-${number(i + 1 + GATED.length)}`,
  level: 'MUST',
  basis: 'quoted',
  clause: TIERS,
  title: `${id} is not 402 on the plan ${plan}`,
  needs: [],
  probes: [`least.${id}`],
  judge: ({ one }) => check(one(`least.${id}`), isNot(402)),
  hint: `The plan ${plan} is enough. Each key is used with its own organization: --set org.${plan}=ID.`,
  accepts: 'Any status but 402.',
}))

const BELOW = GATED.map(({ id }) => `below.${id}`)
/** Operations of which a plan may allow only so many. */
const QUOTAS = ['token.many', 'workspace.create', 'install.first'] as const
const paid = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter(({ outcome }) => outcome.kind === 'answer' && outcome.status === 402)
const usage = value(
  '/current_usage',
  '{current: integer, max: integer}',
  (it) => isObject(it) && isInteger(it['current']) && isInteger(it['max']),
)
const noUsage = value('/current_usage', 'absent', (it) => it === undefined || it === null)
const NONE = notApplicable('Nothing was answered with 402.')

const shape = (
  id: string,
  rule: Pick<Rule, 'level' | 'basis' | 'clause' | 'title' | 'hint'> &
    Pick<Partial<Rule>, 'accepts' | 'needs'>,
  atom: (least: string, own: string) => Atom,
): Rule => ({
  needs: [],
  ...rule,
  id,
  probes: [],
  observes: BELOW,
  judge: ({ of }) =>
    each(paid(of(...BELOW)), NONE, (exchange) => {
      const operation = GATED.find((one) => `below.${one.id}` === exchange.probe)
      return operation ? atom(operation.plan, below(operation.plan))(exchange) : undefined
    }),
})

const shapes: readonly Rule[] = [
  shape(
    'PLAN-25',
    {
      level: 'MUST',
      basis: 'quoted',
      clause: { line: 389, quote: '| error | string | `plan_limit_exceeded` |' },
      title: 'The error of a 402 is plan_limit_exceeded',
      hint: 'The same word for every feature; code tells them apart.',
    },
    () => equals('/error', 'plan_limit_exceeded'),
  ),
  shape(
    'PLAN-26',
    {
      level: 'MUST',
      basis: 'quoted',
      clause: { line: 392, quote: '| required_plan | string | the plan that allows the action |' },
      title: 'A 402 has message, code, required_plan and upgrade_url, all strings',
      hint: 'Lines 390 to 393 list the four.',
    },
    () => (exchange) =>
      ['/message', '/code', '/required_plan', '/upgrade_url']
        .map((pointer) => string(pointer)(exchange))
        .find((found) => found !== undefined),
  ),
  shape(
    'PLAN-27',
    {
      level: 'SHOULD',
      basis: 'inferred',
      clause: { line: 392, quote: 'the plan that allows the action' },
      needs: ['PLAN-26'],
      title: 'required_plan is the least plan that has the feature',
      hint: 'Line 411 says which that is.',
    },
    (least) => equals('/required_plan', least),
  ),
  shape(
    'PLAN-28',
    {
      level: 'SHOULD',
      basis: 'quoted',
      clause: {
        line: 390,
        quote: 'human-readable text naming the current plan and the required plan',
      },
      needs: ['PLAN-26'],
      title: 'The message of a 402 names both plans',
      hint: 'People decide by it.',
      accepts: 'Any case of the letters.',
    },
    (least, own) =>
      value(
        '/message',
        `a text that names ${own} and ${least}`,
        (it) =>
          typeof it === 'string' && [least, own].every((plan) => it.toLowerCase().includes(plan)),
      ),
  ),
  {
    id: 'PLAN-29',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 394,
      quote: '{current: integer, max: integer}; present only for quota-style limits',
    },
    title:
      'current_usage is left out where a plan lacks a feature, and has the integers current and max where a quota is used up',
    needs: [],
    probes: [],
    observes: [...BELOW, ...QUOTAS],
    judge: ({ of }) =>
      firstOf([
        () => each(paid(of(...BELOW)), NONE, noUsage),
        () => each(paid(of(...QUOTAS)), OK, optional('/current_usage', usage)),
      ]),
    hint: 'These features are gated by the plan alone: nothing is counted. Line 411 lists them.',
    accepts: 'null for absent.',
  },
  shape(
    'PLAN-30',
    {
      level: 'SHOULD',
      basis: 'inferred',
      clause: { line: 393, quote: '| upgrade_url | string | address for upgrading |' },
      needs: ['PLAN-26'],
      title: 'upgrade_url is an absolute address',
      hint: 'It is opened from where the answer is read, not from where it was made.',
    },
    () =>
      value(
        '/upgrade_url',
        'an absolute http(s) address',
        (it) => typeof it === 'string' && /^https?:\/\//.test(it) && URL.canParse(it),
      ),
  ),
]

export const plans: Section = {
  id: 'plans',
  title: 'Plans',
  rules: [...gates, ...opens, ...shapes],
}

import { effectiveInterval } from '../../domain/installations/installation.ts'
import type { Command, JsonObject } from '../../domain/records.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { unknownOrganization } from '../organizations/org.ts'
import { operatorCommand } from '../operator/command.ts'
import { formatTable, cell } from '../../terminal/text.ts'

const INSTALLATION = {
  name: 'INSTALLATION',
  description: 'Identifier of the installation, a UUID',
} as const
const REASON = { value: 'TEXT', description: 'Why; the agent is told', default: '' } as const
const LIST_MOST = 10_000
const ID = '0198c5a2-7c1e-7e5a-9c55-3f1d0a9b2c11'

interface Order {
  readonly installation_id: string
  readonly type: Command['type']
  readonly reason: string
  readonly params: JsonObject
}

async function order(
  type: Command['type'],
  installation_id: string,
  reason: string,
  params: JsonObject = {},
): Promise<Order> {
  const { validText: conforming } = await import('../arguments/contract.ts')
  return {
    installation_id,
    type,
    reason: conforming('--reason', 'LeaseCommand/properties/reason', reason),
    params,
  }
}

/** Every order to an installation goes the same way: kept until its next heartbeat fetches it. */
const sending = {
  async work(
    { store, act }: Parameters<Parameters<typeof operatorCommand>[0]['work']>[0],
    { installation_id, type, reason, params }: Order,
  ) {
    const outcome = await store.orderAnyInstallation(act(), {
      installation_id,
      type,
      reason,
      params,
    })
    switch (outcome.kind) {
      case 'not_found':
        throw new CommandError(
          `There is no installation ${cell(installation_id)}; \`installation list\` shows those of an organization.`,
        )
      case 'ended':
        throw new CommandError(
          `Installation ${cell(installation_id)} has ended; install the agent again with a new install token.`,
        )
      case 'sent':
        return outcome.command
    }
  },
  show: ({ type, installation_id, expires_at }: Command) =>
    `${type} waits for ${installation_id}: its next heartbeat is told, until it acknowledges or ${expires_at}.`,
}

const simple = (verb: string, type: Command['type'], summary: string, about: string) =>
  operatorCommand({
    path: `installation ${verb}`,
    summary,
    about,
    operands: [INSTALLATION],
    flags: { reason: REASON },
    examples: [`installation ${verb} ${ID}`, `installation ${verb} ${ID} --reason "maintenance"`],
    read: ({ reason }, [installation_id]) => order(type, installation_id!, reason),
    ...sending,
  })

/** `installation ...`: what installed agents do, and what they are told to. */
export const installation = [
  operatorCommand({
    path: 'installation list',
    summary: 'List the installations of an organization',
    about:
      'The latest seen come first. Lifecycle is what people decided; health is what heartbeats and time say.',
    flags: {
      org: { value: 'ORG', description: 'Identifier of the organization', required: true },
      limit: { value: 'N', description: `How many, at most ${LIST_MOST}`, default: '100' },
    },
    examples: [
      'installation list --org org_0198',
      'installation list --org org_0198 --limit 1000 --json',
    ],
    read: ({ org, limit }) => ({
      organization_id: org,
      limit: numberOf('--limit', limit, 1, LIST_MOST),
    }),
    async work({ store }, args: { organization_id: string; limit: number }) {
      const items = await store.listInstallations(args)
      if (
        items.length === 0 &&
        !(await store.listOrganizations({})).some(
          ({ organization_id }) => organization_id === args.organization_id,
        )
      )
        throw unknownOrganization(args.organization_id)
      return { items: items.map(({ refresh_hash: _, ...shown }) => shown) }
    },
    show: ({ items }) =>
      formatTable(
        ['INSTALLATION', 'AGENT', 'WORKSPACE', 'LIFECYCLE', 'HEALTH', 'LAST SEEN'],
        items.map((item) => [
          item.installation_id,
          shortened(item.agent_id),
          item.workspace_id,
          item.lifecycle,
          item.health,
          item.last_seen_at,
        ]),
      ),
  }),
  simple(
    'pause',
    'pause',
    'Pause an installation',
    'It keeps its credentials and its lease but is asked to do no work, until `installation resume`.',
  ),
  simple('resume', 'resume', 'Resume a paused installation', 'Takes back `installation pause`.'),
  simple(
    'terminate',
    'terminate',
    'Ask an installation to end itself',
    'It ends when it acknowledges. To lock out one that does not listen, revoke it over the API.',
  ),
  simple(
    'rotate-token',
    'rotate_token',
    'Have an installation change its runtime token',
    'Its next heartbeat brings the new token; the old one dies five minutes after the first use of the new one.',
  ),
  simple(
    'reload-policy',
    'reload_policy',
    'Have an installation load its policy again',
    '`policy set` does this for all installations of the workspace by itself.',
  ),
  operatorCommand({
    path: 'installation set-interval',
    summary: 'Set how often an installation sends heartbeats',
    about: 'An interval that the installation states itself later wins over this one.',
    operands: [
      INSTALLATION,
      { name: 'SECONDS', description: 'Seconds between heartbeats, from 5 to 3600' },
    ],
    flags: { reason: REASON },
    examples: [
      `installation set-interval ${ID} 30`,
      `installation set-interval ${ID} 300 --reason "less load"`,
    ],
    read: ({ reason }, [installation_id, seconds]) =>
      order('set_interval', installation_id!, reason, {
        heartbeat_interval_seconds: numberOf(
          'SECONDS',
          seconds!,
          effectiveInterval(1),
          effectiveInterval(86_400),
        ),
      }),
    ...sending,
  }),
]

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`)
}

/** A content-addressed id fills half a line; its beginning tells agents apart. */
const shortened = (svc_id: string): string =>
  svc_id.length > 20 ? `${svc_id.slice(0, 16)}…` : svc_id

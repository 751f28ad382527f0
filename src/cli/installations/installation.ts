import { HEARTBEAT_INTERVAL_SECONDS } from '../../domain/limits.ts'
import type { Command, JsonObject } from '../../domain/records.ts'
import { ORG_FLAG, requireOrganization, wholeNumber } from '../arguments/values.ts'
import { CommandError } from '../../terminal/errors.ts'
import { operatorCommand, type OperatorServices } from '../operator/command.ts'
import { cell, formatTable } from '../../terminal/text.ts'

const INSTALLATION = {
  name: 'INSTALLATION',
  description: 'Identifier of the installation, a UUID',
} as const
const REASON = {
  value: 'TEXT',
  description: 'Reason, sent to the agent',
  default: '',
} as const
const MAX_ITEMS = 10_000
const ID = '0198c5a2-7c1e-7e5a-9c55-3f1d0a9b2c11'

interface SendCommand {
  readonly installation_id: string
  readonly type: Command['type']
  readonly reason: string
  readonly params: JsonObject
}

async function readCommand(
  type: Command['type'],
  installation_id: string,
  reason: string,
  params: JsonObject = {},
): Promise<SendCommand> {
  const { validText } = await import('../arguments/contract.ts')
  return {
    installation_id,
    type,
    reason: validText('--reason', 'LeaseCommand/properties/reason', reason),
    params,
  }
}

/** Queues a command for an installation, which receives it with its next heartbeat. */
async function sendCommand(
  { store, context }: OperatorServices,
  { installation_id, type, reason, params }: SendCommand,
): Promise<Command> {
  const outcome = await store.sendCommandAsOperator(context(), {
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
}

const showCommand = ({ type, installation_id, expires_at }: Command): string =>
  `${type} is queued for ${installation_id}: heartbeats deliver it until it is acknowledged or expires at ${expires_at}.`

const plainCommand = (verb: string, type: Command['type'], summary: string, about: string) =>
  operatorCommand({
    path: `installation ${verb}`,
    summary,
    about,
    operands: [INSTALLATION],
    flags: { reason: REASON },
    examples: [`installation ${verb} ${ID}`, `installation ${verb} ${ID} --reason "maintenance"`],
    read: ({ reason }, [installation_id]) => readCommand(type, installation_id!, reason),
    execute: sendCommand,
    show: showCommand,
  })

/** `installation ...`: lists installed agents and sends commands to them. */
export const installation = [
  operatorCommand({
    path: 'installation list',
    summary: 'List the installations of an organization',
    about:
      'The most recently created come first. The lifecycle is set by people; the health is derived from heartbeats.',
    flags: {
      org: ORG_FLAG,
      limit: { value: 'N', description: `Number of rows, at most ${MAX_ITEMS}`, default: '100' },
    },
    examples: [
      'installation list --org org_0198',
      'installation list --org org_0198 --limit 1000 --json',
    ],
    read: ({ org, limit }) => ({
      organization_id: org,
      limit: wholeNumber('--limit', limit, 1, MAX_ITEMS),
    }),
    async execute({ store }, args: { organization_id: string; limit: number }) {
      const items = await store.listInstallationsAsOperator(args)
      if (items.length === 0) await requireOrganization({ store }, args.organization_id)
      return { items: items.map(({ refresh_hash: _, ...shown }) => shown) }
    },
    show: ({ items }) =>
      formatTable(
        ['INSTALLATION', 'AGENT', 'WORKSPACE', 'LIFECYCLE', 'HEALTH', 'LAST SEEN'],
        items.map((item) => [
          item.installation_id,
          abbreviated(item.agent_id),
          item.workspace_id,
          item.lifecycle,
          item.health,
          item.last_seen_at,
        ]),
      ),
  }),
  plainCommand(
    'pause',
    'pause',
    'Pause an installation',
    'It keeps its credentials and its lease, but accepts no tasks until `installation resume`.',
  ),
  plainCommand(
    'resume',
    'resume',
    'Resume a paused installation',
    'Reverses `installation pause`.',
  ),
  plainCommand(
    'terminate',
    'terminate',
    'Tell an installation to shut down permanently',
    'It ends once it acknowledges the command. To lock out an installation that does not respond, revoke it with the API.',
  ),
  plainCommand(
    'rotate-token',
    'rotate_token',
    'Make an installation rotate its runtime token',
    'Its next heartbeat returns the new token; the old one expires five minutes after the first use of the new one.',
  ),
  plainCommand(
    'reload-policy',
    'reload_policy',
    'Make an installation reload its policy',
    '`policy set` does this for all installations of the workspace.',
  ),
  operatorCommand({
    path: 'installation set-interval',
    summary: 'Set how often an installation sends heartbeats',
    about: 'An interval that the installation requests later replaces this one.',
    operands: [
      INSTALLATION,
      {
        name: 'SECONDS',
        description: `Seconds between heartbeats, from ${HEARTBEAT_INTERVAL_SECONDS.min} to ${HEARTBEAT_INTERVAL_SECONDS.max}`,
      },
    ],
    flags: { reason: REASON },
    examples: [
      `installation set-interval ${ID} 30`,
      `installation set-interval ${ID} 300 --reason "less load"`,
    ],
    read: ({ reason }, [installation_id, seconds]) =>
      readCommand('set_interval', installation_id!, reason, {
        heartbeat_interval_seconds: wholeNumber(
          'SECONDS',
          seconds!,
          HEARTBEAT_INTERVAL_SECONDS.min,
          HEARTBEAT_INTERVAL_SECONDS.max,
        ),
      }),
    execute: sendCommand,
    show: showCommand,
  }),
]

/** Shortens an id that would fill half a line, as a content-addressed one does. Its beginning is enough to distinguish agents. */
const abbreviated = (svc_id: string): string =>
  svc_id.length > 20 ? `${svc_id.slice(0, 16)}…` : svc_id

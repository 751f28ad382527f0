import type { ApiKey } from '../../domain/records.ts'
import { isExpired, SCOPES } from '../../domain/organizations/access.ts'
import {
  ORG_FLAG,
  requireOrganization,
  unknownOrganization,
  choice,
  wholeNumber,
} from '../arguments/values.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { operatorCommand } from '../operator/command.ts'
import type { Timestamp } from '../../domain/time.ts'
import { cell, formatFields, formatTable } from '../../terminal/text.ts'

interface NewKey {
  organization_id: string
  workspace_id?: string
  name: string
  scopes?: readonly string[]
  expiry_minutes?: number
}
const MAX_DAYS = 3650
const MINUTES_PER_DAY = 24 * 60

/** Removes the hash, which no output may contain. */
const withoutHash = ({ hash: _, ...key }: ApiKey) => key

/** `api-key ...`: manages the credentials of an organization's programs. */
export const apiKey = [
  operatorCommand({
    path: 'api-key create',
    summary: 'Create an API key and show it once',
    about: `A key belongs to one organization and can be limited to one workspace and to some scopes. Only its hash is stored, so it cannot be shown again.\n\nScopes: ${SCOPES.join(' ')}`,
    flags: {
      org: ORG_FLAG,
      workspace: {
        value: 'WORKSPACE',
        description: 'Limit the key to this workspace',
        fallback: 'the whole organization',
      },
      name: {
        value: 'NAME',
        description: 'Name that describes the use of the key',
        default: 'API key',
      },
      scopes: {
        value: 'A,B',
        description: 'Limit the key to these scopes',
        fallback: 'all scopes',
      },
      'expires-in': {
        value: 'DAYS',
        description: 'Days until the key expires',
        fallback: 'no expiry',
      },
    },
    examples: [
      'api-key create --org org_0198 --name "Build server"',
      'api-key create --org org_0198 --workspace ws_0198 --scopes agents:read,trust:read',
    ],
    async read({ org, workspace, name, scopes, 'expires-in': days }): Promise<NewKey> {
      const { validText } = await import('../arguments/contract.ts')
      return {
        organization_id: org,
        name: validText('--name', 'ApiKeyName', name),
        ...(workspace !== undefined && { workspace_id: workspace }),
        ...(scopes !== undefined && { scopes: readScopes(scopes) }),
        ...(days !== undefined && {
          expiry_minutes: wholeNumber('--expires-in', days, 1, MAX_DAYS) * MINUTES_PER_DAY,
        }),
      }
    },
    async execute({ store, context }, args) {
      const outcome = await store.createApiKey(context(), args)
      if (outcome.kind === 'created') return { api_key: outcome.token, ...withoutHash(outcome.key) }
      throw args.workspace_id === undefined
        ? unknownOrganization(args.organization_id)
        : new CommandError(
            `There is no workspace ${cell(args.workspace_id)} in organization ${cell(args.organization_id)}; \`org list\` and \`workspace list\` show what exists.`,
          )
    },
    show: ({ api_key, key_id, organization_id, workspace_id, scopes, expires_at }) =>
      [
        'Created an API key. This is the only time it is shown:',
        '',
        `  ${api_key}`,
        '',
        formatFields([
          ['Key', key_id],
          ['Organization', organization_id],
          ['Workspace', workspace_id ?? 'all'],
          ['Scopes', scopes?.join(' ') ?? 'all'],
          ['Expires', expires_at ?? 'never'],
        ]),
      ].join('\n'),
  }),

  operatorCommand({
    path: 'api-key list',
    summary: 'List the API keys of an organization',
    about:
      'LAST FROM is the range of the address from which a key was last used. UNUSUAL USE is the last use from a range that it had not used in 90 days, or with a scope that it had never used.',
    flags: {
      org: ORG_FLAG,
      'created-by': {
        value: 'KEY_ID',
        description: 'List only the keys that this key created',
        fallback: 'all keys',
      },
    },
    examples: [
      'api-key list --org org_0198',
      'api-key list --org org_0198 --created-by key_0198',
      'api-key list --org org_0198 --json',
    ],
    read: ({ org, 'created-by': created_by_key }) => ({
      organization_id: org,
      ...(created_by_key !== undefined && { created_by_key }),
    }),
    async execute(
      { store, context },
      filter: { organization_id: string; created_by_key?: string },
    ) {
      const items = await store.listApiKeysAsOperator(filter)
      if (items.length === 0) await requireOrganization({ store }, filter.organization_id)
      const { now } = context()
      return { items: items.map((key) => ({ ...withoutHash(key), state: stateOf(key, now) })) }
    },
    show: ({ items }) =>
      formatTable(
        [
          'KEY',
          'NAME',
          'BEGINS',
          'WORKSPACE',
          'SCOPES',
          'CREATED BY',
          'LAST USED',
          'LAST FROM',
          'UNUSUAL USE',
          'STATE',
        ],
        items.map((key) => [
          key.key_id,
          key.name,
          `${key.preview}…`,
          key.workspace_id ?? 'all',
          key.scopes?.join(',') ?? 'all',
          key.created_by ?? key.created_by_key ?? 'the operator',
          key.last_used_at,
          key.last_used_from,
          key.unusual_use && `${key.unusual_use.value} ${key.unusual_use.at}`,
          describeState(key),
        ]),
      ),
  }),

  operatorCommand({
    path: 'api-key revoke',
    summary: 'Revoke an API key permanently',
    about:
      'The next request with the key is refused, and so are requests with keys that were created with it. To rotate a key, create the new one first: both are valid until you revoke the old one.',
    operands: [
      {
        name: 'KEY_ID',
        description: 'Identifier of the key, as `api-key list` shows it; not the key itself',
      },
    ],
    flags: {},
    examples: ['api-key revoke key_0198', 'api-key revoke key_0198 --json'],
    read: (_, [key_id]) => {
      if (key_id!.startsWith('sk_'))
        throw new UsageError(
          'KEY_ID is the identifier of a key (key_...), not the key itself; `api-key list` shows it.',
        )
      return { key_id: key_id! }
    },
    async execute({ store, context }, { key_id }: { key_id: string }) {
      const revoked = await store.revokeApiKey(context(), { key_id })
      if (!revoked)
        throw new CommandError(
          `There is no API key ${cell(key_id)}; \`api-key list\` shows the keys of an organization.`,
        )
      return withoutHash(revoked)
    },
    show: ({ key_id, name, revoked_at }) =>
      `${key_id} (${cell(name)}) was revoked at ${revoked_at}.`,
  }),
]

type KeyState = 'valid' | 'expired' | 'revoked'
type KeyEnd = Pick<ApiKey, 'revoked_at' | 'expires_at'>

function stateOf(key: KeyEnd, now: Timestamp): KeyState {
  if (key.revoked_at !== null) return 'revoked'
  return isExpired(key, now) ? 'expired' : 'valid'
}

function describeState({ state, revoked_at, expires_at }: KeyEnd & { state: KeyState }): string {
  if (state === 'revoked') return `revoked ${revoked_at}`
  if (state === 'expired') return `expired ${expires_at}`
  return expires_at === null ? 'valid' : `expires ${expires_at}`
}

const readScopes = (text: string): readonly string[] => [
  ...new Set(text.split(',').map((scope) => choice('scope', scope.trim(), SCOPES))),
]

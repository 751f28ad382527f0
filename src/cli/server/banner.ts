import { DEFAULT_STORE, type Config } from '../../config/config.ts'
import type { GatheredSettings } from '../../config/file.ts'
import { isBuilt } from '../../dashboard/built.ts'
import { BUILD_FOLDER } from '../../dashboard/serve.ts'
import { shownStore, dialectOf } from '../../store/dialects.ts'
import { storeArgument } from '../arguments/settings.ts'
import type { FirstOrganization } from './first-organization.ts'
import { formatFields, shellArgument } from '../../terminal/text.ts'
import { version } from '../../version.ts'

export interface StartupInfo {
  readonly config: Config
  /** The name of the platform in signatures. */
  readonly issuer: string
  readonly first: FirstOrganization | undefined
  /** Whether the JSON store contains more installations than it is suitable for. */
  readonly oversized: boolean
  readonly program: string
  /** The configuration file, if there is one, because suggested commands need it too. */
  readonly settings?: Settings
  /** The port that serves metrics, if there is one. */
  readonly metrics_port?: number | undefined
}
type Settings = Pick<GatheredSettings, 'file' | 'fromFile'>
/** Returns a complete command line, with the flags that make the command use this store. */
type Hint = (command: string) => string

/** Returns what `serve` prints when it is ready: its addresses and the next steps. */
export function banner({
  config,
  issuer,
  first,
  oversized,
  program,
  settings = NO_FILE,
  metrics_port,
}: StartupInfo): string {
  const { public_url, store } = config
  const hint: Hint = (command) => [program, command, ...storeFlags(store, settings)].join(' ')
  const fields = formatFields(
    [
      ['API', `${public_url}/api/v1`],
      ...(isBuilt(BUILD_FOLDER) ? [['Dashboard', `${public_url}/`] as const] : []),
      ['Docs', `${public_url}/docs`],
      [
        'Monitor',
        `${public_url}/readyz${metrics_port === undefined ? '; metrics are off; --metrics-port enables them' : ` and http://${hostOf(config.metrics!.host)}:${metrics_port}/metrics`}`,
      ],
      [
        'Issuer',
        config.issuer === undefined
          ? `${issuer}    set SVC_ISSUER to this name for agents that sign`
          : issuer,
      ],
      [
        'Store',
        oversized ? `${store}    too large for JSON: move to a sqlite: store` : shownStore(store),
      ],
      ['Mail', mailField(config, hint)],
      ['Support', supportField(config, hint)],
    ],
    '  ',
  )
  const welcome = first ? ['', firstSteps(config, first, hint)] : []
  return [
    '',
    `svc-registry ${version()} is ready. Ctrl-C stops it.`,
    '',
    fields,
    ...welcome,
    '',
  ].join('\n')
}

const hostOf = (host: string): string => (host.includes(':') ? `[${host}]` : host)

const NO_FILE: Settings = { file: undefined, fromFile: {} }

function storeFlags(store: string, { file, fromFile }: Settings): readonly string[] {
  const isDefault = store === (fromFile['SVC_STORE'] ?? DEFAULT_STORE)
  return [
    ...(file === undefined ? [] : ['--config', shellArgument(file)]),
    ...(isDefault ? [] : ['--store', storeArgument(store)]),
  ]
}

function mailField({ store, smtp }: Config, hint: Hint): string {
  if (smtp) return `from ${smtp.from.address}`
  return dialectOf(store).isPersistent
    ? `not configured; read PINs with: ${hint('pin show --email EMAIL')}`
    : 'not configured'
}

function supportField({ store, support: { mail, chat, csm } }: Config, hint: Hint): string {
  const targets = [mail, chat && `the ${chat.format} chat`, csm].filter(
    (target) => target !== undefined,
  )
  if (targets.length > 0) return `to ${targets.join(', ')}`
  return dialectOf(store).isPersistent
    ? `read requests with: ${hint('ticket list')}`
    : 'not configured'
}

function firstSteps(
  config: Config,
  { organization_id, workspace_id, key }: FirstOrganization,
  hint: Hint,
): string {
  const { public_url } = config
  const shown = 'shown' in key
  return [
    'The store was empty, so a first organization was created:',
    '',
    formatFields(
      [
        ['Organization', organization_id],
        ['Workspace', workspace_id],
        [
          'API key',
          shown
            ? `${key.shown}    shown only once`
            : `in ${key.file}    readable only by this user; store the key elsewhere and delete the file`,
        ],
      ],
      '  ',
    ),
    '',
    'Try it, in another terminal:',
    '',
    `  curl ${public_url}/api/v1/orgs/${organization_id}/workspaces \\\n    -H "X-API-Key: ${shown ? key.shown : `$(cat ${key.file})`}"`,
    '',
    ...signInSteps(config, hint),
  ].join('\n')
}

function signInSteps({ public_url, store, smtp }: Config, hint: Hint): readonly string[] {
  if (!dialectOf(store).isPersistent)
    return [
      'Only members can sign in to the dashboard, and no command can add members to a memory: store; use the sandbox, which has members.',
    ]
  const [action, path] = isBuilt(BUILD_FOLDER)
    ? ['Sign in to the dashboard', '/sign-in']
    : ['Sign in', '/api/v1/admin/auth/request-pin']
  return [
    `${action} in ${smtp ? 'two steps: add yourself, and request a PIN, which is sent by mail' : 'three steps: add yourself, request a PIN, and read it'}.`,
    '',
    `  1. ${hint('member add --email you@example.com --role owner')}`,
    `  2. ${public_url}${path}`,
    ...(smtp ? [] : [`  3. ${hint('pin show --email you@example.com')}`]),
  ]
}

import { DEFAULT_STORE, type Config } from '../../config.ts'
import type { GatheredSettings } from '../../config/file.ts'
import { isBuilt } from '../../dashboard/built.ts'
import { BUILD_FOLDER } from '../../dashboard/serve.ts'
import { shownStore, typedStore } from '../../store/address.ts'
import type { FirstOrganization } from './first-organization.ts'
import { formatFields } from '../../terminal/text.ts'
import { version } from '../../version.ts'

export interface StartupInfo {
  readonly config: Config
  /** The name of the platform in signatures. */
  readonly issuer: string
  readonly first: FirstOrganization | undefined
  readonly oversized: boolean
  readonly warnings?: readonly string[]
  readonly program: string
  /** The file with settings, if there is one: commands need it as well. */
  readonly settings?: Settings
  /** The port that serves metrics; undefined where none does. */
  readonly metrics_port?: number | undefined
}
type Settings = Pick<GatheredSettings, 'file' | 'fromFile'>
/** Makes a command that reaches this store, so that it can be typed as it stands. */
type Typed = (command: string) => string

/** What `serve` says when it is ready: where it is, and what to type next. */
export function banner({
  config,
  issuer,
  first,
  oversized: crowded,
  warnings: unknown = [],
  program,
  settings = NO_FILE,
  metrics_port,
}: StartupInfo): string {
  const { public_url, store } = config
  const typed: Typed = (command) => [program, command, ...reaching(store, settings)].join(' ')
  const where = formatFields(
    [
      ['API', `${public_url}/api/v1`],
      ...(isBuilt(BUILD_FOLDER) ? [['Dashboard', `${public_url}/`] as const] : []),
      ['Docs', `${public_url}/docs`],
      [
        'Watch',
        `${public_url}/readyz${metrics_port === undefined ? '; no metrics, which --metrics-port turns on' : ` and http://${hostOf(config.metrics!.host)}:${metrics_port}/metrics`}`,
      ],
      [
        'Issuer',
        config.issuer === undefined
          ? `${issuer}    agents that sign need it as SVC_ISSUER`
          : issuer,
      ],
      [
        'Store',
        crowded ? `${store}    large for JSON: sqlite: is made for this` : shownStore(store),
      ],
      ['Mail', mail(config, typed)],
      ['Support', desk(config, typed)],
      ...unknown.map((sentence) => ['Warning', sentence] as const),
    ],
    '  ',
  )
  const begun = first ? ['', welcome(config, first, typed)] : []
  return ['', `svc-registry ${version()} is ready. Ctrl-C stops it.`, '', where, ...begun, ''].join(
    '\n',
  )
}

const hostOf = (host: string): string => (host.includes(':') ? `[${host}]` : host)

const NO_FILE: Settings = { file: undefined, fromFile: {} }

/** The flags that lead a command to this store. */
function reaching(store: string, { file, fromFile }: Settings): readonly string[] {
  const known = store === (fromFile['SVC_STORE'] ?? DEFAULT_STORE)
  return [
    ...(file === undefined ? [] : ['--config', file]),
    ...(known ? [] : ['--store', typedStore(store)]),
  ]
}

function mail({ store, smtp }: Config, typed: Typed): string {
  if (smtp) return `from ${smtp.from.address}`
  return store === 'memory:'
    ? 'not configured'
    : `not configured; PINs are read with: ${typed('pin show --email EMAIL')}`
}

function desk({ store, support: { mail, chat, csm } }: Config, typed: Typed): string {
  const ways = [mail, chat && `the ${chat.format} chat`, csm].filter((way) => way !== undefined)
  if (ways.length > 0) return `to ${ways.join(', ')}`
  return store === 'memory:' ? 'not configured' : `requests wait in: ${typed('ticket list')}`
}

function welcome(
  config: Config,
  { organization_id, workspace_id, key }: FirstOrganization,
  typed: Typed,
): string {
  const { public_url } = config
  const shown = 'shown' in key
  return [
    'The store was empty, so there is a first organization now:',
    '',
    formatFields(
      [
        ['Organization', organization_id],
        ['Workspace', workspace_id],
        [
          'API key',
          shown
            ? `${key.shown}    shown only now`
            : `in ${key.file}    readable by this user only; keep the key and delete the file`,
        ],
      ],
      '  ',
    ),
    '',
    'Try it, in another terminal:',
    '',
    `  curl ${public_url}/api/v1/orgs/${organization_id}/workspaces \\\n    -H "X-API-Key: ${shown ? key.shown : `$(cat ${key.file})`}"`,
    '',
    ...signIn(config, typed),
  ].join('\n')
}

/** The steps of a first sign-in, as they are typed. */
function signIn({ public_url, store, smtp }: Config, typed: Typed): readonly string[] {
  if (store === 'memory:')
    return [
      'The dashboard is for members, and no command can add one to a memory: store; the sandbox has some.',
    ]
  const [what, where] = isBuilt(BUILD_FOLDER)
    ? ['Sign in to the dashboard', '/sign-in']
    : ['Sign in', '/api/v1/admin/auth/request-pin']
  return [
    `${what}: add yourself, ask for a PIN at ${public_url}${where}${smtp ? ', and it comes by mail' : ', and read it'}:`,
    '',
    `  ${typed('member add --email you@example.com --role owner')}`,
    ...(smtp ? [] : [`  ${typed('pin show --email you@example.com')}`]),
  ]
}

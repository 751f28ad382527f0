import type { Lab, Sketch } from '../../engine/lab.ts'
import { untested } from '../../engine/lab.ts'
import type { Effect, Probe } from '../../engine/types.ts'
import { sketch, unlessLacking } from './credentials.ts'
import { bootstrap, held, lease, refresh } from './installations.ts'
import { Lacking, OPERATIONS, worldOf, type Operation, type World } from './operations.ts'
import {
  accountOf,
  allows,
  keyed,
  NO_INSTALLATION,
  textAt,
  type Account,
  type Json,
} from './target.ts'

/** A request with a body that nothing is wrong with, to be spoiled. */
export interface Spoilable {
  readonly id: string
  readonly effect: Effect
  readonly after: readonly string[]
  /** The part of the interface that it belongs to, as profiles cut it. */
  readonly part: 'core' | 'paid' | 'admin'
  readonly control: string
  readonly write: (lab: Lab) => Sketch
}

const withKey: readonly Spoilable[] = OPERATIONS.filter(({ json }) => json !== undefined).map(
  (operation) => ({
    id: operation.id,
    effect: operation.effect,
    after: operation.after,
    part: operation.plan === 'free' ? 'core' : 'paid',
    control: operation.control,
    write: (lab) => {
      const account = accountOf(lab.settings)
      if (account.kind !== 'account') throw new Lacking(account)
      if (!allows(account.plan, operation.plan))
        throw new Lacking(untested(`Give --key ${operation.plan}=ENVVAR.`))
      return { ...sketch(lab, operation, account), headers: keyed(account.key) }
    },
  }),
)

const email = ({ settings }: Lab): string =>
  settings.extra['admin-email'] ?? 'conformance@example.com'
const installed =
  (name: string, write: (lab: Lab) => Sketch) =>
  (lab: Lab): Sketch => {
    if (textAt(lab.seen(`install.${name}`)[2], '/installation_id') === undefined)
      throw new Lacking(NO_INSTALLATION)
    return write(lab)
  }

const withoutKey: readonly Spoilable[] = [
  {
    id: 'requestPin',
    effect: 'write',
    after: [],
    part: 'admin',
    control: 'ADM-01',
    write: (lab) => ({ path: '/admin/auth/request-pin', json: { email: email(lab) } }),
  },
  {
    id: 'verifyPin',
    effect: 'write',
    after: [],
    part: 'admin',
    control: 'ADM-03',
    write: (lab) => ({
      path: '/admin/auth/verify-pin',
      json: { email: email(lab), challenge_id: lab.random.uuid(), pin: '00000000' },
    }),
  },
  {
    id: 'bootstrap',
    effect: 'write',
    after: ['install.first'],
    part: 'core',
    control: 'BOOT-01',
    write: (lab) => bootstrap(lab, held('token', 'first')),
  },
  {
    id: 'lease',
    effect: 'write',
    after: ['install.leased'],
    part: 'core',
    control: 'LEASE-01',
    write: installed('leased', (lab) => lease(lab, 'leased', 'leased')),
  },
  {
    id: 'refresh',
    effect: 'write',
    after: ['install.other'],
    part: 'core',
    control: 'REF-01',
    write: installed('other', (lab) => refresh(lab, 'other')),
  },
]

export const SPOILABLE: readonly Spoilable[] = [...withKey, ...withoutKey]

/** Bodies of which the interface leaves open whether anything has to be in them. */
const MAY_BE_EMPTY = [
  'lease',
  'registerBeacon',
  'revoke',
  'updateWorkspace',
  'exportLogs',
  'exportCollector',
  'exportAlerts',
  'supportEmail',
  'supportPriority',
  'supportChat',
  'supportCsm',
]
export const NEEDS_MEMBERS = SPOILABLE.filter(({ id }) => !MAY_BE_EMPTY.includes(id))

/** A value of another type than this one: no number is a text, an object or a list, and no text is any of the others. */
export const otherType = (value: unknown): unknown => (typeof value === 'string' ? 7 : 'text')

const spoiled = (
  kind: string,
  { id, effect, after, write }: Spoilable,
  spoil: (request: Sketch) => readonly Sketch[],
): Probe => ({
  id: `${kind}.${id}`,
  effect,
  after,
  run: (lab) =>
    unlessLacking(async () => {
      for (const request of spoil(write(lab))) await lab.send(request)
    }),
})

const malformed = ({ json: _, ...request }: Sketch): readonly Sketch[] => [
  { method: 'POST', ...request, body: '{"' },
]
const mistyped = ({ json, ...request }: Sketch): readonly Sketch[] =>
  Object.entries(json as Json).flatMap(([name, value]) =>
    otherTypes(name, value).map((wrong) => ({
      method: 'POST',
      ...request,
      json: { ...(json as Json), [name]: wrong },
    })),
  )

/** The member itself, and what the interface says of its inside: arrays of strings, and the workspace_id of a context. */
function otherTypes(name: string, value: unknown): readonly unknown[] {
  const inside = Array.isArray(value)
    ? [[otherType(value[0])]]
    : name === 'context'
      ? [{ ...(value as Json), workspace_id: 7 }]
      : []
  return [otherType(value), ...inside]
}
const emptied = (request: Sketch): readonly Sketch[] => [{ method: 'POST', ...request, json: {} }]

const ODD: readonly [unknown, ...unknown[]] = [
  null,
  true,
  [],
  {},
  -1,
  1e300,
  '',
  '\u0000',
  '💥'.repeat(50),
  { a: { b: [] } },
  [[[]]],
  'x'.repeat(5000),
  'sk_live_',
  '../../etc',
  "' OR 1=1 --",
]

const fuzz: Probe = {
  id: 'errors.fuzz',
  effect: 'write',
  after: ['agent.register', 'install.first'],
  run: (lab) =>
    unlessLacking(async () => {
      const account = accountOf(lab.settings)
      if (account.kind !== 'account') throw new Lacking(account)
      const odd = (): unknown => lab.random.pick(ODD)
      const installation =
        textAt(lab.seen('install.first')[2], '/installation_id') ?? lab.random.uuid()
      const requests = Array.from({ length: lab.settings.fuzz }, (): Sketch =>
        lab.random.pick<Sketch>([
          {
            path: '/agents/register',
            json: {
              svc_id: odd(),
              name: odd(),
              version: odd(),
              public_key: odd(),
              manifest_hash: odd(),
            },
          },
          { path: '/trust/headers', json: { svc_id: odd(), request_body_hash: odd() } },
          { path: '/trust/verify', json: { svc_id: odd(), signature: odd(), context: odd() } },
          {
            path: '/installations/bootstrap',
            json: {
              install_token: odd(),
              upstream_url: odd(),
              capabilities: odd(),
              heartbeat_interval_seconds: odd(),
            },
          },
          {
            path: '/installations/recovery',
            json: {
              agent_id: odd(),
              workspace_id: odd(),
              upstream_url: odd(),
              capabilities: odd(),
              heartbeat_interval_seconds: odd(),
            },
          },
          { path: `/installations/${installation}/refresh`, json: { refresh_token: odd() } },
          {
            path: `/installations/${installation}/beacon/register`,
            json: { platform: odd(), metadata: odd() },
          },
        ]),
      )
      await lab.sendAll(
        requests.map((request) => ({ ...request, headers: keyed(account.key) })),
        4,
      )
    }),
}

/** Operations on something that has to exist. What stands for an image may be anywhere, and deleting what is not there may be right. */
export const NAMING = OPERATIONS.filter(({ id }) =>
  [
    'getWorkspace',
    'updateWorkspace',
    'listMembers',
    'createInstallToken',
    'registerBeacon',
    'revoke',
    'getPolicy',
    'trustProfile',
    'complianceReport',
  ].includes(id),
)

/** Names that look like those of what is there, and are of nothing. */
function nobody(lab: Lab, account: Account): World {
  const known = worldOf(lab, account)
  return {
    lab,
    org: known.org,
    svc_id: lab.random.hex(64),
    installation: lab.random.uuid(),
    get workspace() {
      const { workspace } = known
      const other = workspace.replace(/[0-9a-f](?=[^0-9a-f]*$)/, (digit) =>
        digit === '0' ? '1' : '0',
      )
      if (other === workspace)
        throw new Lacking(
          untested('The identifiers of workspaces have no digit that could be changed.'),
        )
      return other
    },
  }
}

const unknown = ({ id, method, path, json, plan, effect, after }: Operation): Probe => ({
  id: `unknown.${id}`,
  effect,
  after,
  run: (lab) =>
    unlessLacking(async () => {
      const account = accountOf(lab.settings)
      if (account.kind !== 'account') throw new Lacking(account)
      if (!allows(account.plan, plan)) throw new Lacking(untested(`Give --key ${plan}=ENVVAR.`))
      const [world, none] = [worldOf(lab, account), nobody(lab, account)]
      const where = id === 'revoke' ? `/installations/${none.installation}/revoke` : path(none)
      await lab.send({
        method,
        path: where,
        headers: keyed(account.key),
        ...(json ? { json: json(world) } : {}),
      })
    }),
})

export const errorProbes: readonly Probe[] = [
  ...NAMING.map(unknown),
  ...SPOILABLE.flatMap((one) => [
    spoiled('malformed', one, malformed),
    spoiled('mistyped', one, mistyped),
  ]),
  ...NEEDS_MEMBERS.map((one) => spoiled('emptied', one, emptied)),
  fuzz,
]

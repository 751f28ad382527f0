import type { Lab, Sketch } from '../../engine/lab.ts'
import { untested } from '../../engine/lab.ts'
import type { Effect, Probe } from '../../engine/types.ts'
import { sketch, unlessLacking } from './credentials.ts'
import { bootstrap, held, lease, refresh } from './installations.ts'
import { Lacking, OPERATIONS } from './operations.ts'
import { accountOf, allows, keyed, NO_INSTALLATION, textAt, type Json } from './target.ts'

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

const withKey: readonly Spoilable[] = OPERATIONS.filter(({ json }) => json !== undefined).map((operation) => ({
  id: operation.id, effect: operation.effect, after: operation.after, part: operation.plan === 'free' ? 'core' : 'paid', control: operation.control,
  write: (lab) => {
    const account = accountOf(lab.settings)
    if (account.kind !== 'account') throw new Lacking(account)
    if (!allows(account.plan, operation.plan)) throw new Lacking(untested(`Give --key ${operation.plan}=ENVVAR.`))
    return { ...sketch(lab, operation, account), headers: keyed(account.key) }
  },
}))

const email = ({ settings }: Lab): string => settings.extra['admin-email'] ?? 'conformance@example.com'
const installed = (name: string, write: (lab: Lab) => Sketch) => (lab: Lab): Sketch => {
  if (textAt(lab.seen(`install.${name}`)[2], '/installation_id') === undefined) throw new Lacking(NO_INSTALLATION)
  return write(lab)
}

const withoutKey: readonly Spoilable[] = [
  { id: 'requestPin', effect: 'write', after: [], part: 'admin', control: 'ADM-01', write: (lab) => ({ path: '/admin/auth/request-pin', json: { email: email(lab) } }) },
  { id: 'verifyPin', effect: 'write', after: [], part: 'admin', control: 'ADM-03', write: (lab) => ({ path: '/admin/auth/verify-pin', json: { email: email(lab), challenge_id: lab.random.uuid(), pin: '00000000' } }) },
  { id: 'bootstrap', effect: 'write', after: ['install.first'], part: 'core', control: 'BOOT-01', write: (lab) => bootstrap(lab, held('token', 'first')) },
  { id: 'lease', effect: 'write', after: ['install.leased'], part: 'core', control: 'LEASE-01', write: installed('leased', (lab) => lease(lab, 'leased', 'leased')) },
  { id: 'refresh', effect: 'write', after: ['install.other'], part: 'core', control: 'REF-01', write: installed('other', (lab) => refresh(lab, 'other')) },
]

export const SPOILABLE: readonly Spoilable[] = [...withKey, ...withoutKey]

/** Bodies of which the interface leaves open whether anything has to be in them. */
const MAY_BE_EMPTY = ['lease', 'registerBeacon', 'revoke', 'updateWorkspace', 'exportLogs', 'exportCollector', 'exportAlerts', 'supportEmail', 'supportPriority', 'supportChat', 'supportCsm']
export const NEEDS_MEMBERS = SPOILABLE.filter(({ id }) => !MAY_BE_EMPTY.includes(id))

/** A value of another type than this one: no number is a text, an object or a list, and no text is any of the others. */
export const otherType = (value: unknown): unknown => (typeof value === 'string' ? 7 : 'text')

const spoiled = (kind: string, { id, effect, after, write }: Spoilable, spoil: (request: Sketch) => readonly Sketch[]): Probe => ({
  id: `${kind}.${id}`, effect, after,
  run: (lab) => unlessLacking(async () => {
    for (const request of spoil(write(lab))) await lab.send(request)
  }),
})

const malformed = ({ json: _, ...request }: Sketch): readonly Sketch[] => [{ method: 'POST', ...request, body: '{"' }]
const mistyped = ({ json, ...request }: Sketch): readonly Sketch[] => Object.entries(json as Json).map(([name, value]) => ({ method: 'POST', ...request, json: { ...(json as Json), [name]: otherType(value) } }))
const emptied = (request: Sketch): readonly Sketch[] => [{ method: 'POST', ...request, json: {} }]

const ODD: readonly [unknown, ...unknown[]] = [null, true, [], {}, -1, 1e300, '', '\u0000', '💥'.repeat(50), { a: { b: [] } }, [[[]]], 'x'.repeat(5000), 'sk_live_', '../../etc', "' OR 1=1 --"]

const fuzz: Probe = {
  id: 'errors.fuzz', effect: 'write', after: ['agent.register'],
  run: (lab) => unlessLacking(async () => {
    const account = accountOf(lab.settings)
    if (account.kind !== 'account') throw new Lacking(account)
    const odd = (): unknown => lab.random.pick(ODD)
    const requests = Array.from({ length: lab.settings.fuzz }, (): Sketch => lab.random.pick<Sketch>([
      { path: '/agents/register', json: { svc_id: odd(), name: odd(), version: odd(), public_key: odd(), manifest_hash: odd() } },
      { path: '/trust/headers', json: { svc_id: odd(), request_body_hash: odd() } },
      { path: '/trust/verify', json: { svc_id: odd(), signature: odd(), context: odd() } },
      { path: '/installations/bootstrap', json: { install_token: odd(), upstream_url: odd(), capabilities: odd(), heartbeat_interval_seconds: odd() } },
    ]))
    await lab.sendAll(requests.map((request) => ({ ...request, headers: keyed(account.key) })), 4)
  }),
}

export const errorProbes: readonly Probe[] = [
  ...SPOILABLE.flatMap((one) => [spoiled('malformed', one, malformed), spoiled('mistyped', one, mistyped)]),
  ...NEEDS_MEMBERS.map((one) => spoiled('emptied', one, emptied)), fuzz,
]

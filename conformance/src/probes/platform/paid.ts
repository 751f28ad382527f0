import { quoted } from '../../engine/curl.ts'
import { untested, type Lab } from '../../engine/lab.ts'
import type { Exchange, Probe, Unavailable } from '../../engine/types.ts'
import { isString } from '../../judge/atoms.ts'
import { member } from '../../judge/json.ts'
import { sketch, unlessLacking } from './credentials.ts'
import { Lacking, OPERATIONS } from './operations.ts'
import { accountOf, allows, keyed, textAt } from './target.ts'

/** Days that are out of range or of another type, and days that are in it. */
export const DAYS = {
  right: [366, 3650],
  wrong: [365, 3651, 0, -1],
  mistyped: ['400', 400.5],
} as const

const enterprise = (
  id: string,
  operation: string,
  requests: (path: string) => readonly { method?: string; path: string; json?: unknown }[],
  effect: Probe['effect'],
  after: readonly string[] = [],
): Probe => ({
  id,
  effect,
  after,
  run: (lab) =>
    unlessLacking(async () => {
      const account = accountOf(lab.settings)
      if (account.kind !== 'account') throw new Lacking(account)
      if (!allows(account.plan, 'enterprise'))
        throw new Lacking(untested('Give --key enterprise=ENVVAR.'))
      const found = OPERATIONS.find((one) => one.id === operation)
      if (!found) throw new Error(`No operation is called ${operation}.`)
      for (const request of requests(sketch(lab, found, account).path))
        await lab.send({ ...request, headers: keyed(account.key) })
    }),
})

const retention = (id: string, days: readonly unknown[]): Probe =>
  enterprise(
    id,
    'setRetention',
    (path) =>
      days.map((audit_log_retention_days) => ({
        method: 'PUT',
        path,
        json: { audit_log_retention_days },
      })),
    'write',
  )

/** A request by GET with another query. */
const asked = (id: string, operation: string, change: (path: string) => string): Probe => {
  const found = OPERATIONS.find((one) => one.id === operation)
  return {
    id,
    effect: 'read',
    after: [`valid.${operation}`],
    run: (lab) =>
      unlessLacking(async () => {
        const account = accountOf(lab.settings)
        if (account.kind !== 'account' || !found)
          throw new Lacking(untested('Give the API key of a plan, as --key professional=ENVVAR.'))
        await lab.send({
          path: change(sketch(lab, found, account).path),
          headers: keyed(account.key),
        })
      }),
  }
}

const email = ({ settings }: Lab): string | undefined => settings.extra['admin-email']
const NO_EMAIL = untested(
  'Give the e-mail address of an administrator, as --set admin-email=ADDRESS.',
)
const REQUEST = '/admin/auth/request-pin'
const VERIFY = '/admin/auth/verify-pin'

const pin = (
  id: string,
  after: readonly string[],
  run: (lab: Lab, email: string) => Promise<Unavailable | undefined | Exchange>,
): Probe => ({
  id,
  effect: 'write',
  after,
  run: async (lab) => {
    const address = email(lab)
    if (address === undefined) return NO_EMAIL
    const told = await run(lab, address)
    return told && 'kind' in told ? told : undefined
  },
})

const challengeOf = (lab: Lab): string | undefined =>
  textAt(lab.seen('admin.request')[0], '/challenge_id')
const NO_CHALLENGE = untested('No challenge was given, so there is no PIN to try.')

/** Numbers of four to ten digits in the newest mail to this address, the one behind the word PIN first. */
export function pinsOf(exchange: Exchange, address: string): readonly string[] {
  const items = member(exchange, '/items')
  const mails = (Array.isArray(items) ? items : [])
    .filter((mail) => JSON.stringify(mail).includes(address))
    .map((mail) => textOf(mail))
  const newest = mails.filter((text) => /pin/i.test(text)).at(-1) ?? ''
  return [
    /\bPIN\b\D{0,20}(\d{4,10})\b/i.exec(newest)?.[1] ?? /\b\d{4,10}\b/.exec(newest)?.[0],
  ].filter(isString)
}
const textOf = (mail: unknown): string =>
  typeof mail === 'object' && mail !== null && 'text' in mail ? String(mail.text) : String(mail)

const PIN = '{{SVC_ADMIN_PIN}}'

/** The PIN as a command of the user's prints it; the number, when it prints more. */
async function byCommand(
  lab: Lab,
  command: string,
  email: string,
): Promise<Unavailable | undefined> {
  const printed = await lab.run(command, {
    SVC_ADMIN_EMAIL: email,
    SVC_CHALLENGE_ID: challengeOf(lab) ?? '',
  })
  const found =
    printed === undefined ? undefined : (/\b\d{4,10}\b/.exec(printed)?.[0] ?? printed.trim())
  if (found === undefined || found === '')
    return untested('The command of --pin-command prints no PIN.')
  lab.secret('SVC_ADMIN_PIN', found)
  return undefined
}

export const adminProbes: readonly Probe[] = [
  pin('admin.request', [], (lab, address) => lab.send({ path: REQUEST, json: { email: address } })),
  pin('admin.mail', ['admin.request'], async (lab, address) => {
    const { mail_url, pin_command } = lab.settings
    if (pin_command !== undefined) return byCommand(lab, pin_command, address)
    if (mail_url === undefined)
      return untested(
        'Give --mail-url URL, which shows what the platform mailed, or --pin-command CMD, which prints the PIN.',
      )
    return lab.send({ path: mail_url })
  }),
  pin('admin.verify', ['admin.mail'], async (lab, address) => {
    const [found] = lab.seen('admin.mail').flatMap((exchange) => pinsOf(exchange, address))
    const challenge_id = challengeOf(lab)
    if (challenge_id === undefined) return NO_CHALLENGE
    if (found === undefined && lab.settings.pin_command === undefined)
      return untested('The mails that --mail-url shows hold no PIN.')
    const pin =
      found === undefined
        ? PIN
        : lab.secret(
            'SVC_ADMIN_PIN',
            found,
            `curl -sS ${quoted(lab.settings.mail_url ?? '')} | grep -oiE 'PIN[^0-9]{0,20}[0-9]{4,10}' | tail -n 1 | grep -oE '[0-9]+$'`,
          )
    for (let times = 0; times < 2; times += 1) {
      const told = await lab.send({ path: VERIFY, json: { email: address, challenge_id, pin } })
      const token = textAt(told, '/session_token')
      if (token !== undefined) lab.secret('SVC_ADMIN_TOKEN', token)
    }
    return undefined
  }),
  pin('admin.wrong', ['admin.request'], async (lab, address) => {
    const challenge = await lab.send({ path: REQUEST, json: { email: address } })
    const challenge_id = textAt(challenge, '/challenge_id')
    if (challenge_id === undefined) return NO_CHALLENGE
    return lab.send({
      path: VERIFY,
      json: { email: address, challenge_id, pin: lab.random.hex(8).replace(/\D/g, '7') },
    })
  }),
  {
    id: 'admin.stranger',
    effect: 'write',
    run: async (lab) =>
      void (await lab.send({
        path: REQUEST,
        json: { email: `${lab.random.hex(8)}@example.invalid` },
      })),
  },
]

const isCompliance = ({ id }: { readonly id: string }): boolean => id === 'complianceReport'
const complianceAfter = OPERATIONS.find(isCompliance)?.after ?? []

export const paidProbes: readonly Probe[] = [
  retention('retention.right', DAYS.right),
  retention('retention.wrong', DAYS.wrong),
  retention('retention.mistyped', DAYS.mistyped),
  asked('audit.limit', 'listAuditLogs', (path) => path.replace(/limit=\d+/, 'limit=abc')),
  asked('network.limit', 'networkAgents', (path) => path.replace(/limit=\d+/, 'limit=1')),
  enterprise(
    'compliance',
    'complianceReport',
    (path) => [{ path }, { path: `${path}?format=json` }, { path: `${path}?format=markdown` }],
    'read',
    complianceAfter,
  ),
]

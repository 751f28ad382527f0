import { shellQuote } from '../../engine/reproduce/curl.ts'
import { NotSent, required, type ProbeContext } from '../../engine/probe-context.ts'
import type { Exchange, Probe } from '../../engine/types.ts'
import { isString, untested } from '../../judge/assertions.ts'
import { member } from '../../judge/json.ts'
import { stringAt } from './target.ts'

const REQUEST_PATH = '/admin/auth/request-pin'
const VERIFY_PATH = '/admin/auth/verify-pin'
const PIN_PLACEHOLDER = '{{SVC_ADMIN_PIN}}'

const NO_EMAIL = untested(
  'Use --set admin-email=ADDRESS to give the e-mail address of an administrator.',
)
const NO_CHALLENGE = untested('No challenge was returned, so no PIN can be verified.')
const NO_MAIL = untested(
  'Use --mail-url URL to give the URL that returns the messages that the platform sent, or --pin-command CMD to give a command that prints the PIN.',
)

/** Creates a probe that runs with the e-mail address of an administrator. */
const adminProbe = (
  id: string,
  after: readonly string[],
  run: (context: ProbeContext, email: string) => Promise<Exchange | void>,
): Probe => ({
  id,
  effect: 'write',
  after,
  run: async (context) => run(context, required(context.settings.extra['admin-email'], NO_EMAIL)),
})

const challengeId = (context: ProbeContext): string | undefined =>
  stringAt(context.recorded('admin.request')[0], '/challenge_id')

/** Finds the PIN in the newest e-mail to an address: the number of four to ten digits after the word PIN, or else the first such number. */
function pinIn(exchange: Exchange, address: string): string | undefined {
  const items = member(exchange, '/items')
  const texts = (Array.isArray(items) ? items : [])
    .filter((message) => JSON.stringify(message).includes(address))
    .map((message) => textOf(message))
  const newest = texts.filter((text) => /pin/i.test(text)).at(-1) ?? ''
  return /\bPIN\b\D{0,20}(\d{4,10})\b/i.exec(newest)?.[1] ?? /\b\d{4,10}\b/.exec(newest)?.[0]
}
const textOf = (message: unknown): string =>
  typeof message === 'object' && message !== null && 'text' in message
    ? String(message.text)
    : String(message)

/** Stores the PIN that the user's command prints: a number in its output, or else the whole output. */
async function readPinByCommand(
  context: ProbeContext,
  command: string,
  email: string,
): Promise<void> {
  const output = await context.runCommand(command, {
    SVC_ADMIN_EMAIL: email,
    SVC_CHALLENGE_ID: challengeId(context) ?? '',
  })
  const pin = output === undefined ? undefined : (/\b\d{4,10}\b/.exec(output)?.[0] ?? output.trim())
  if (pin === undefined || pin === '')
    throw new NotSent(untested('The command given with --pin-command did not print a PIN.'))
  context.keepSecret('SVC_ADMIN_PIN', pin)
}

async function readMail(context: ProbeContext, email: string): Promise<Exchange | void> {
  const { mail_url, pin_command } = context.settings
  return pin_command === undefined
    ? context.send({ path: required(mail_url, NO_MAIL) })
    : readPinByCommand(context, pin_command, email)
}

/** Verifies the correct PIN twice. */
async function verifyPin(context: ProbeContext, email: string): Promise<void> {
  const { mail_url, pin_command } = context.settings
  const found = context
    .recorded('admin.mail')
    .map((exchange) => pinIn(exchange, email))
    .find(isString)
  const challenge_id = required(challengeId(context), NO_CHALLENGE)
  if (found === undefined && pin_command === undefined)
    throw new NotSent(untested('The messages at --mail-url contain no PIN.'))
  const pin =
    found === undefined
      ? PIN_PLACEHOLDER
      : context.keepSecret(
          'SVC_ADMIN_PIN',
          found,
          `curl -sS ${shellQuote(mail_url ?? '')} | grep -oiE 'PIN[^0-9]{0,20}[0-9]{4,10}' | tail -n 1 | grep -oE '[0-9]+$'`,
        )
  for (let times = 0; times < 2; times += 1) {
    const exchange = await context.send({ path: VERIFY_PATH, json: { email, challenge_id, pin } })
    const token = stringAt(exchange, '/session_token')
    if (token !== undefined) context.keepSecret('SVC_ADMIN_TOKEN', token)
  }
}

/** Verifies a wrong PIN for a new challenge. */
async function verifyWrongPin(context: ProbeContext, email: string): Promise<Exchange> {
  const challenge = await context.send({ path: REQUEST_PATH, json: { email } })
  const challenge_id = required(stringAt(challenge, '/challenge_id'), NO_CHALLENGE)
  const pin = otherPin(context)
  return context.send({ path: VERIFY_PATH, json: { email, challenge_id, pin } })
}

/** Returns as many digits as the correct PIN has, if it is known, so that the length does not reveal that the PIN is wrong. */
function otherPin({ random, settings }: ProbeContext): string {
  const [known] = settings.vault.valuesFromTarget('SVC_ADMIN_PIN')
  const digits = random.hex(known === undefined ? 8 : Math.min(known.length, 64))
  const pin = digits.replace(/\D/g, '7')
  return pin === known ? pin.replace(/\d/g, (digit) => String(9 - Number(digit))) : pin
}

export const adminProbes: readonly Probe[] = [
  adminProbe('admin.request', [], (context, email) =>
    context.send({ path: REQUEST_PATH, json: { email } }),
  ),
  adminProbe('admin.mail', ['admin.request'], readMail),
  adminProbe('admin.verify', ['admin.mail'], verifyPin),
  adminProbe('admin.wrong', ['admin.verify'], verifyWrongPin),
  {
    id: 'admin.stranger',
    effect: 'write',
    run: (context) =>
      context.send({
        path: REQUEST_PATH,
        json: { email: `${context.random.hex(8)}@example.invalid` },
      }),
  },
]

import type { Terminal } from '../../terminal/command.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import type { Kept } from '../installation/credentials.ts'
import { issuerOf } from '../issuer.ts'
import { platformAddress } from '../platform-address.ts'
import { DEFAULT_PLATFORM_URL } from '../platform-link.ts'
import { isText } from '../installation/credentials.ts'
import { terminalLine } from '../../terminal/text.ts'

const TIMEOUT_MS = 15_000

/** A setting from the environment; an empty one is none. */
export const fromEnv = (
  { env }: Pick<Terminal, 'env'>,
  name: `SVC_${string}`,
): string | undefined => env[name] || undefined

/** The platform's address: as given, from the environment, or where the agent is installed. An address without a path gets the API's. */
export function platformUrl(
  given: string | undefined,
  terminal: Terminal,
  kept: Kept | undefined,
): string {
  const text =
    given ?? fromEnv(terminal, 'SVC_PLATFORM_URL') ?? kept?.platform_url ?? DEFAULT_PLATFORM_URL
  const address = platformAddress(text)
  if (address === undefined)
    throw new UsageError(
      `The platform's address ${JSON.stringify(text)} is no absolute http or https address, such as ${DEFAULT_PLATFORM_URL}.`,
    )
  return address
}

/** The issuer that the configuration names; undefined when it names none. */
export function issuerGiven(given: string | undefined, terminal: Terminal): string | undefined {
  const issuer = given ?? fromEnv(terminal, 'SVC_ISSUER')
  if (issuer !== undefined && !isText(issuer))
    throw new UsageError(
      'The issuer holds spaces or line breaks; give it as the operator of the platform tells it.',
    )
  return issuer
}

/** The platform's name in signatures: as given, as kept at installation, or what follows from its configured address. */
export function issuerFor(
  given: string | undefined,
  terminal: Terminal,
  platform_url: string,
  kept: Kept | undefined,
): string {
  const known = kept?.platform_url === platform_url ? kept.issuer : null
  return issuerGiven(given, terminal) ?? known ?? issuerOf(platform_url)
}

/** The API key, or a sentence about how to give one. */
export function apiKey(given: string | undefined, terminal: Terminal): string {
  const key = given ?? fromEnv(terminal, 'SVC_API_KEY')
  if (!key)
    throw new UsageError('An API key is missing: set SVC_API_KEY, or give one with --api-key.')
  // It goes into a header, where a line break would not pass, and would be quoted in the complaint.
  if (!/^[!-~]+$/.test(key))
    throw new UsageError(
      'The API key holds spaces or line breaks; give it as it was shown, sk_live_... and nothing else.',
    )
  return key
}

export interface Asked {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}
export interface Got {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Asks the platform once. @throws CommandError when it cannot be reached, or what answers is no platform */
export async function ask(
  platform_url: string,
  { method = 'POST', path, headers = {}, body }: Asked,
): Promise<Got> {
  const response = await fetch(platform_url + path, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body && { body: JSON.stringify(body) }),
  }).catch((cause: Error & { cause?: { code?: string; message?: string } }) => {
    throw new CommandError(
      `The platform at ${platform_url} cannot be reached (${cause.cause?.code ?? cause.cause?.message ?? cause.message}); is it running, and is the address right? --platform or SVC_PLATFORM_URL names another.`,
    )
  })
  const content = (await response.json().catch(() => undefined)) as Got['body'] | undefined
  if (typeof content !== 'object' || content === null)
    throw new CommandError(
      `What answers at ${platform_url} (${response.status}) is no platform; the address usually ends with /api/v1.`,
    )
  return { status: response.status, body: content }
}

/** The body of a good answer. @throws CommandError with the platform's own sentence */
export function good({ status, body }: Got, wanted: string): Got['body'] {
  if (status < 300) return body
  const issues = Array.isArray(body['issues'])
    ? ` ${JSON.stringify(body['issues']).slice(0, 500)}`
    : ''
  throw new CommandError(
    `The platform refuses to ${wanted}: ${terminalLine(`${String(body['message'] ?? `status ${status}`)} (${String(body['code'] ?? status)})${issues}`)}`,
  )
}

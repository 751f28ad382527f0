import { wholeNumberOr } from '../../config/values.ts'
import { canBeSvcId } from '../../domain/agents/identity.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import { UsageError, CommandError } from '../../terminal/errors.ts'
import { cell } from '../../terminal/text.ts'
import type { OperatorServices } from '../operator/command.ts'

/** Reads a whole number within bounds. @throws UsageError naming the flag or argument */
export const wholeNumber = wholeNumberOr(UsageError)

const UNITS: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
}

/** Reads a duration such as 90s, 10m, 12h or 7d, in milliseconds. @throws UsageError naming the flag */
export function duration(
  name: string,
  text: string,
  { min_ms, max_ms }: { min_ms: number; max_ms: number },
): number {
  const [, digits, unit] = /^(\d{1,7})([smhd])$/.exec(text) ?? []
  const value = Number(digits) * (UNITS[unit ?? ''] ?? NaN)
  if (value >= min_ms && value <= max_ms) return value
  throw new UsageError(
    `${name} must be a duration from ${min_ms / MINUTE_MS}m to ${max_ms / DAY_MS}d, such as 10m, 12h or 7d, not "${text}".`,
  )
}

/** Reads one of several words. @param kind the noun for the words in the message @throws UsageError */
export function choice<const Word extends string>(
  kind: string,
  text: string,
  words: readonly Word[],
): Word {
  const word = words.find((candidate) => candidate === text)
  if (word !== undefined) return word
  throw new UsageError(`"${text}" is not a ${kind}; choose one of ${words.join(', ')}.`)
}

/** The flag that names a person. */
export const EMAIL_FLAG = {
  value: 'EMAIL',
  description: 'E-mail address, to which sign-in PINs are sent',
  required: true,
} as const

/** Returns the e-mail address of `--email`. @throws UsageError if the contract does not allow it */
export async function readEmail(text: string): Promise<string> {
  const { validText } = await import('./contract.ts')
  return validText('--email', 'PinRequest/properties/email', text)
}

/** Returns the e-mail address of a new person. @throws UsageError if it is not valid, or could be the identifier of an agent */
export async function readNewEmail(text: string): Promise<string> {
  const email = await readEmail(text)
  requireNoSvcId(email)
  return email
}

/** @throws UsageError if the e-mail address could be the identifier of an agent (docs/specification/trust.md#identifiers) */
export function requireNoSvcId(email: string): void {
  if (!canBeSvcId(email)) return
  throw new UsageError(
    '--email could be the identifier of an agent, which policies list alongside people; use an address with a domain whose last part begins with a letter.',
  )
}

export const ORG_FLAG = {
  value: 'ORG',
  description: 'Identifier of the organization',
  required: true,
} as const
/** For commands that resolve the organization with {@link resolveOrganization}. */
export const OPTIONAL_ORG_FLAG = {
  value: 'ORG',
  description: 'Identifier of the organization',
  fallback: 'the only organization',
} as const

type Services = Pick<OperatorServices, 'store'>

const organizationIds = async ({ store }: Services): Promise<readonly string[]> =>
  (await store.listOrganizations({})).map(({ organization_id }) => organization_id)

/** Returns the reach of commands on the resources of any organization. */
export const allOrganizations = async (services: Services) => ({
  organizations: await organizationIds(services),
  workspace_id: null,
})

/** Returns the error for an organization that does not exist. */
export const unknownOrganization = (organization_id: string): CommandError =>
  new CommandError(
    `There is no organization ${cell(organization_id)}; \`org list\` shows all of them.`,
  )

/** Returns the error for a workspace that does not exist. */
export const unknownWorkspace = (workspace_id: string): CommandError =>
  new CommandError(
    `There is no workspace ${cell(workspace_id)}; \`workspace list\` shows those of an organization.`,
  )

/** @throws CommandError if there is no such organization */
export async function requireOrganization(
  services: Services,
  organization_id: string,
): Promise<void> {
  if (!(await organizationIds(services)).includes(organization_id))
    throw unknownOrganization(organization_id)
}

/** Returns the named organization, else the only one in the store. @throws CommandError */
export async function resolveOrganization(
  services: Services,
  requested: string | null,
): Promise<string> {
  if (requested !== null) {
    await requireOrganization(services, requested)
    return requested
  }
  const ids = await organizationIds(services)
  if (ids.length === 1) return ids[0]!
  if (ids.length === 0)
    throw new CommandError('There is no organization yet; create one with `org create`.')
  throw new CommandError(
    'There are several organizations; name one with --org. `org list` shows all of them.',
  )
}

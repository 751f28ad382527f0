import { CommandError } from '../../terminal/errors.ts'
import { cell } from '../../terminal/text.ts'
import type { OperatorServices } from '../operator/command.ts'

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

/** Returns the error for an organization that does not exist. */
export const unknownOrganization = (organization_id: string): CommandError =>
  new CommandError(
    `There is no organization ${cell(organization_id)}; \`org list\` shows all of them.`,
  )

/** Returns the named organization, else the only one in the store. @throws CommandError */
export async function resolveOrganization(
  { store }: Pick<OperatorServices, 'store'>,
  named: string | null,
): Promise<string> {
  const all = await store.listOrganizations({})
  if (named !== null && !all.some(({ organization_id }) => organization_id === named))
    throw unknownOrganization(named)
  if (named !== null) return named
  if (all.length === 1) return all[0]!.organization_id
  if (all.length === 0)
    throw new CommandError('There is no organization yet; create one with `org create`.')
  throw new CommandError(
    'There are several organizations; name one with --org. `org list` shows all of them.',
  )
}

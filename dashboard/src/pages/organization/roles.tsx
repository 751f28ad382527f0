import { ROLES, type Role } from '../../api/members.ts'
import { Choices } from '../../parts/choices.tsx'

const LISTED = 'A key with the scope tasks:delegate can route tasks in this name. Cannot act here.'
const MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'May do everything, and alone makes and removes owners.',
  admin: 'May do everything but make or remove owners.',
  developer: LISTED,
  auditor: LISTED,
  viewer: LISTED,
}

/** A choice among the roles. Only an owner makes an owner. */
export const RoleChoice = ({ chosen, by }: { chosen: Role; by: Role }) => (
  <Choices
    title="Role"
    name="role"
    chosen={chosen}
    of={ROLES.map((role) => ({
      value: role,
      title: role,
      meaning: MEANINGS[role],
      disabled: role === 'owner' && by !== 'owner',
    }))}
  />
)

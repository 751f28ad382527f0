import { ROLES, type Role } from '../../../api/members.ts'
import { RadioGroup } from '../../../parts/forms/radio-group.tsx'

const LIMITED = 'A key with the scope tasks:delegate can route tasks in this name. Cannot act here.'
const MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'May do everything, and alone makes and removes owners.',
  admin: 'May do everything but make or remove owners.',
  developer: LIMITED,
  auditor: LIMITED,
  viewer: LIMITED,
}

/** A choice among the roles. Only an owner makes an owner. */
export const RoleChoice = ({ chosen, ownRole }: { chosen: Role; ownRole: Role }) => (
  <RadioGroup
    title="Role"
    name="role"
    chosen={chosen}
    options={ROLES.map((role) => ({
      value: role,
      title: role,
      meaning: MEANINGS[role],
      disabled: role === 'owner' && ownRole !== 'owner',
    }))}
  />
)

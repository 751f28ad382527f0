import { ROLES, type Role } from '../../../api/members.ts'
import { RadioGroup } from '../../../parts/forms/radio-group.tsx'

const LIMITED =
  'API keys with the scope tasks:delegate can route tasks on behalf of this member. No access to the dashboard.'
const MEANINGS: Readonly<Record<Role, string>> = {
  owner: 'Full access, including the management of owners.',
  admin: 'Full access, except for the management of owners.',
  developer: LIMITED,
  auditor: LIMITED,
  viewer: LIMITED,
}

/** Selects a role. Only an owner can select the role of an owner. */
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

import { describe, expect, it } from 'vitest'
import { decideMembership } from '../../../src/domain/organizations/membership.ts'
import { ROLES } from '../../../src/domain/organizations/roles.ts'
import type { Role } from '../../../src/domain/records.ts'

const every: readonly (Role | null)[] = [...ROLES, null]
const changes = (['owner', 'admin'] as const).flatMap((actor) =>
  every.flatMap((from) =>
    every.flatMap((to) => [1, 2].map((owners) => ({ actor, from, to, owners }))),
  ),
)

describe('the decision on a membership change', () => {
  it('does not allow an admin to change, remove or add owners', () => {
    const refused = changes.filter((change) => decideMembership(change) === 'owner_required')
    expect(refused).toEqual(
      changes.filter(
        ({ actor, from, to }) => actor === 'admin' && (from === 'owner' || to === 'owner'),
      ),
    )
  })

  it('does not allow the last owner to be removed or to get another role', () => {
    const refused = changes.filter((change) => decideMembership(change) === 'last_owner')
    expect(refused).toEqual(
      changes.filter(
        ({ actor, from, to, owners }) =>
          actor === 'owner' && from === 'owner' && to !== 'owner' && owners === 1,
      ),
    )
  })
})

import { expect, it } from 'vitest'
import { planOf } from '../../src/auth/plan-gate.ts'
import type { Caller } from '../../src/auth/callers.ts'

const membership = (organization_id: string, plan: 'free' | 'starter' | 'enterprise') =>
  ({ organization_id, name: organization_id, plan, role: 'admin' }) as const
/** Returns a person who acts for some of the organizations that they belong to. */
const person = (...organizations: readonly string[]): Caller => ({
  kind: 'session',
  sent_in: 'header',
  session_id: 's',
  email: 'ann@example.com',
  expires_at: '2026-03-01T12:00:00.000Z',
  memberships: [
    membership('org_free', 'free'),
    membership('org_starter', 'starter'),
    membership('org_enterprise', 'enterprise'),
  ],
  operator: false,
  reach: { organizations, workspace_id: null },
})

it.each([
  ['the organization in the path', person('org_free', 'org_enterprise'), 'org_starter', 'starter'],
  ['the organization that they act for', person('org_free'), undefined, 'free'],
  [
    'the organization with the best plan of those they act for',
    person('org_free', 'org_starter'),
    undefined,
    'starter',
  ],
  [
    'the organization with the best plan of all if they act for none',
    person(),
    undefined,
    'enterprise',
  ],
  [
    'the organization they act for if they do not belong to that in the path',
    person('org_starter'),
    'org_x',
    'starter',
  ],
])('the plan of a person is that of %s', (_, caller, org_id, plan) => {
  expect(planOf(caller, org_id)).toBe(plan)
})

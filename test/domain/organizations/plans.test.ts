import { describe, expect, it } from 'vitest'
import {
  includesPlan,
  overQuota,
  planAbove,
  PLANS,
  QUOTAS,
} from '../../../src/domain/organizations/plans.ts'

describe('plans', () => {
  it('include what the lower ones include', () => {
    const included = PLANS.map((plan) => PLANS.filter((required) => includesPlan(plan, required)))
    expect(included).toEqual([
      ['free'],
      ['free', 'starter'],
      ['free', 'starter', 'professional'],
      ['free', 'starter', 'professional', 'enterprise'],
    ])
  })

  it('have the documented quotas', () => {
    const table = Object.values(QUOTAS).map((quota) => PLANS.map((plan) => quota[plan]))
    expect(table).toEqual([
      [3, 10, 50, null],
      [20, 200, 2000, 20_000],
      [10, 100, 2000, null],
      [20, 200, 2000, 20_000],
      [10, 50, 200, 1000],
      [67_108_864, 536_870_912, 4_294_967_296, 68_719_476_736],
    ])
  })

  it('allow up to the limit and no more', () => {
    expect(overQuota('free', 'workspaces', 2)).toBeUndefined()
    expect(overQuota('free', 'workspaces', 3)).toEqual({
      kind: 'quota',
      resource: 'workspaces',
      plan: 'free',
      current: 3,
      max: 3,
    })
    expect(overQuota('starter', 'workspaces', 12)).toMatchObject({ current: 12, max: 10 })
    expect(overQuota('enterprise', 'workspaces', 1e9)).toBeUndefined()
  })

  it.each([
    ['free', 'workspaces', 'starter'],
    ['professional', 'workspaces', 'enterprise'],
    ['enterprise', 'workspaces', 'enterprise'],
    ['professional', 'install_tokens', 'enterprise'],
    ['enterprise', 'install_tokens', 'enterprise'],
    ['starter', 'installations', 'professional'],
  ] as const)(
    'such as %s with a full quota of %s suggest the %s plan',
    (plan, resource, required) => {
      expect(planAbove(plan, resource)).toBe(required)
    },
  )
})

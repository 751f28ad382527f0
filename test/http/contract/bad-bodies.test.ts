import { beforeAll, describe, expect, it } from 'vitest'
import type { TableEntry } from '../../../src/contract/typed.ts'
import { agentIdentity } from '../agents.ts'
import type { TestResponse } from '../client.ts'
import { bodyLimitOf, bodySchemaOf, operationsWhere, takesBody } from '../contract.ts'
import { CANARY, mutantsOf } from '../mutants.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'
import { expectProblem } from '../problem.ts'
import {
  newTenant,
  requestOf,
  defaultCredential,
  withCredential,
  type Tenant,
} from '../requests.ts'

const withBody = operationsWhere(takesBody)
/**
 * The tags of operations that write a configuration and therefore refuse unknown members of a body; reports from agents may contain
 * them (docs/specification/http.md#unknown-members).
 */
const CLOSED_TAGS = [
  'organizations',
  'agents',
  'workspaces',
  'install-tokens',
  'policy',
  'enterprise',
  'operator',
]
/** Operations that people perform on installations. */
const CLOSED_OPERATIONS: readonly string[] = [
  'sendInstallationCommand',
  'revokeInstallations',
  'updateInstallations',
  'setInstallationLabels',
]
/** Returns whether an operation refuses unknown members: those with a closed tag, and those that people perform on installations. */
const isClosed = ({ tag, id }: TableEntry): boolean =>
  CLOSED_TAGS.includes(tag) || CLOSED_OPERATIONS.includes(id)

describe('a body that violates its schema is refused with 422, and nothing changes', () => {
  let platform: TestPlatform
  let tenant: Tenant
  beforeAll(async () => {
    platform = await startPlatform()
    tenant = await newTenant(platform)
  })
  const ask = (operation: TableEntry, body: unknown): Promise<TestResponse> =>
    platform.sendRequest({
      ...withCredential(requestOf(operation, tenant), defaultCredential(operation, tenant)),
      body,
    })

  it.each(withBody)(
    '$id refuses a member that is of a wrong type, missing, out of range, too long, too deep or not permitted',
    async (operation) => {
      const before = await platform.rows()
      for (const { name, body } of mutantsOf(
        bodySchemaOf(operation),
        requestOf(operation, tenant).body!,
      )) {
        const got = await ask(operation, body)
        const isTooLarge = Buffer.byteLength(JSON.stringify(body)) > bodyLimitOf(operation)
        expectProblem(got, isTooLarge ? 413 : 422, `${operation.id} ${name}`)
        if (!isTooLarge) expect(got.body.issues.length, name).toBeGreaterThan(0)
      }
      expect(await platform.rows()).toEqual(before)
    },
  )

  it.each(withBody)('$id accepts no JSON value other than an object', async (operation) => {
    const before = await platform.rows()
    for (const body of ['null', 'true', '7', `"${CANARY}"`, '[]', `[{"a":"${CANARY}"}]`]) {
      const sent = withCredential(requestOf(operation, tenant), {
        ...defaultCredential(operation, tenant),
        'Content-Type': 'application/json',
      })
      expectProblem(await platform.sendRequest({ ...sent, body }), 422, `${operation.id} ${body}`)
    }
    expect(await platform.rows()).toEqual(before)
  })

  it('unknown members are refused in configuration and ignored elsewhere', () => {
    for (const operation of withBody)
      expect(bodySchemaOf(operation).additionalProperties === false, operation.id).toBe(
        isClosed(operation),
      )
  })
})

/** Success statuses other than 200. */
const STATUSES: Readonly<Record<string, number>> = {
  bootstrapInstallation: 201,
  support: 202,
  exportAuditLogs: 202,
  exportAuditCollector: 202,
  exportAuditAlerts: 202,
  openDispute: 201,
  createDisputeComment: 201,
  createBrowserSession: 201,
}

/** Returns the names of all members of a JSON value, at any depth. */
function memberNames(value: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  JSON.stringify(value, (name, member: unknown) => {
    names.add(name)
    return member
  })
  return names
}

describe('unknown members in requests from agents and integrations', () => {
  const open = withBody.filter((operation) => !isClosed(operation))
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await startPlatform()
  })

  it.each(open)(
    'are ignored by $id, and change neither the members of the response nor Object.prototype',
    async (operation) => {
      const newRequest = async () => {
        const tenant = await newTenant(platform)
        return withCredential(requestOf(operation, tenant), {
          ...defaultCredential(operation, tenant),
          'Content-Type': 'application/json',
        })
      }
      const { body, ...request } = await newRequest()
      const unknown = `"unheard_of":"${CANARY}","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1`
      const text = `${JSON.stringify(body).slice(0, -1)},${unknown}}`
      const got = await platform.sendRequest({ ...request, body: text })
      expect([got.status, got.text.includes(CANARY)]).toEqual([
        STATUSES[operation.id] ?? STATUSES[operation.tag] ?? 200,
        false,
      ])
      const usual = await platform.sendRequest(await newRequest())
      expect(memberNames(got.body)).toEqual(memberNames(usual.body))
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
      expect(JSON.stringify(await platform.rows())).not.toContain(CANARY)
    },
  )
})

describe('unknown members in configuration requests', () => {
  const closed = withBody.filter(isClosed)
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await startPlatform()
  })

  it.each(closed)('are refused by $id, including __proto__ and constructor', async (operation) => {
    const tenant = await newTenant(platform)
    const request = withCredential(requestOf(operation, tenant), {
      ...defaultCredential(operation, tenant),
      'Content-Type': 'application/json',
    })
    const before = await platform.rows()
    for (const member of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'Name', '']) {
      const got = await platform.sendRequest({
        ...request,
        body: `${JSON.stringify(request.body).slice(0, -1)},"${member}":{"polluted":"${CANARY}"}}`,
      })
      expectProblem(got, 422, `${operation.id} ${member}`)
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(await platform.rows()).toEqual(before)
  })
})

it('values at the limits are accepted', async () => {
  const platform = await startPlatform()
  const { api, organization_id, workspace_id } = await platform.organization()
  for (const audit_log_retention_days of [366, 3650])
    expect(
      (
        await api.put(`/enterprise/orgs/${organization_id}/retention`, {
          audit_log_retention_days,
        })
      ).status,
    ).toBe(200)
  for (const name of ['x', '\u{1f600}'.repeat(200)])
    expect(
      (await api.post(`/orgs/${organization_id}/workspaces`, { name, description: '' })).status,
    ).toBe(201)
  const { registration } = agentIdentity()
  expect(
    (
      await api.post('/agents/register', {
        ...registration,
        svc_id: 'a'.repeat(256),
        description: 'd'.repeat(2000),
      })
    ).status,
  ).toBe(201)
  for (const expiry_minutes of [1, 1440])
    expect(
      (
        await api.post(`/workspaces/${workspace_id}/install-tokens`, {
          agent_id: 'a'.repeat(256),
          expiry_minutes,
        })
      ).status,
    ).toBe(201)
})

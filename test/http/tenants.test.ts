import { beforeAll, describe, expect, it } from 'vitest'
import type { TableEntry } from '../../src/contract/typed.ts'
import { registerPrivately } from './agents.ts'
import type { TestResponse, TestRequest } from './client.ts'
import { exampleIds, operations, operationsWhere, type IdKind } from './contract.ts'
import { startPlatform, type TestPlatform } from './platform.ts'
import {
  credentialOf,
  FILTERS,
  idKindsIn,
  UNKNOWN_IDS,
  newTenant,
  requestOf,
  defaultCredential,
  withCredential,
  type Tenant,
} from './requests.ts'

/**
 * Returns everything that another tenant could distinguish in a response. The rate limit is excluded because it counts requests of any
 * kind.
 */
function visible({ status, headers, body }: TestResponse) {
  const { 'x-request-id': _, ratelimit: _limit, date: _date, ...rest } = headers
  const { request_id: _id, ...content } = body as { request_id?: string }
  return { status, headers: rest, content }
}

describe('I-25: nothing of another organization is visible, mutable or distinguishable', () => {
  let platform: TestPlatform
  let ours: Tenant
  let theirs: Tenant
  let ids: Tenant['ids']
  beforeAll(async () => {
    platform = await startPlatform()
    ours = await newTenant(platform)
    theirs = await newTenant(platform)
    const hidden = await registerPrivately(platform, theirs.organization_id)
    ids = { ...theirs.ids, agent: hidden.svc_id }
  })

  /**
   * Returns the status for a foreign identifier: a public operation refuses the credential in its body, a bound credential is refused for
   * every other workspace, a filter finds nothing, and everything else is not found.
   */
  function expected(
    { id, security }: TableEntry,
    kind: IdKind,
    scheme: string | undefined,
  ): number {
    if (security.length === 0) return 401
    if (kind === 'workspace' && scheme === 'RuntimeToken') return 403
    return FILTERS[id] === kind ? 200 : 404
  }

  const cases = operations.flatMap((operation) =>
    idKindsIn(operation).map((kind) => ({ operation, id: operation.id, kind })),
  )
  it('the cases cover every kind of identifier that a request can contain', () => {
    expect([...new Set(cases.map(({ kind }) => kind))].toSorted()).toEqual(
      Object.keys(exampleIds).toSorted(),
    )
    expect(cases.length).toBeGreaterThan(25)
  })

  it.each(cases)(
    '$id treats the $kind of another organization as if it did not exist',
    async ({ operation, kind }) => {
      const schemes =
        operation.security.length > 0 ? operation.security.map(([scheme]) => scheme!) : [undefined]
      for (const scheme of schemes) {
        const ask = (id: string): Promise<TestResponse> => {
          const sent: TestRequest = requestOf(operation, {
            ...ours,
            ids: { ...ours.ids, [kind]: id },
          })
          return platform.sendRequest(
            scheme === undefined
              ? sent
              : withCredential(sent, credentialOf(scheme, ours, operation)),
          )
        }
        const missing = await ask(UNKNOWN_IDS[kind])
        const before = await withoutAudit(platform, operation)
        const foreign = await ask(ids[kind])
        expect(foreign.status).toBe(expected(operation, kind, scheme))
        expect(visible(foreign)).toEqual(visible(missing))
        expect(foreign.text).not.toContain(ids[kind])
        expect(await withoutAudit(platform, operation)).toEqual(before)
      }
    },
  )

  // Only operators see the disputes of all organizations.
  it.each(operationsWhere(({ method, tag }) => method === 'GET' && tag !== 'operator'))(
    '$id reveals nothing of another organization but the public identity of its agents',
    async (operation) => {
      const got = await platform.sendRequest(
        withCredential(requestOf(operation, ours), defaultCredential(operation, ours)),
      )
      expect(got.status).toBe(200)
      for (const name of [
        theirs.organization_id,
        theirs.workspace_id,
        theirs.installed.installation_id,
        theirs.email,
        ids.agent,
      ])
        expect(got.text).not.toContain(name)
    },
  )

  it('a public agent is readable by every key, but trust headers for it are issued only to its owner or an installer', async () => {
    const { svc_id } = theirs.installed.agent
    expect((await ours.api.get(`/agents/${svc_id}/verify`)).body.valid).toBe(true)
    expect((await ours.api.get(`/trust/profile/did:svc:${svc_id}`)).body.svc_id).toBe(svc_id)
    expect((await ours.api.post('/trust/headers', { svc_id })).body.code).toBe('AGENT_NOT_FOUND')
  })
})

/** Returns all rows, but not the audit log for a public operation, because its failed attempts are recorded in the platform's own chain. */
async function withoutAudit(platform: TestPlatform, { security }: TableEntry) {
  const { audit_log, audit_heads, ...rows } = await platform.rows()
  return security.length === 0 ? rows : { ...rows, audit_log, audit_heads }
}

import { beforeAll, describe, expect, it } from 'vitest'
import type { TableEntry } from '../../../src/contract/typed.ts'
import { exampleAccess } from '../../../src/sandbox/examples/access.ts'
import { apiKey, bearer, type Credential, type TestRequest } from '../client.ts'
import { exampleParameter, exampleValue, operations, ownErrorsOf } from '../contract.ts'
import { exampleRequests, requestOfExample, type Values } from '../example-requests.ts'
import { startExamplePlatform } from '../example-scenario.ts'
import { type TestPlatform } from '../platform.ts'
import { SECOND } from '../../kit/time.ts'

const NOWHERE = 'nowhere'
const { organization_id, workspace_id, session_token, operator_token } = exampleAccess()

/**
 * A change to the request of an operation's example that makes the operation respond with an error (docs/specification/http.md#own-errors).
 */
interface Cause {
  /** Other values, by the names of parameters or of members of the body. */
  readonly values?: Values
  readonly query?: string
  readonly body?: object
  readonly credential?: Credential
  /** What happens before the request. */
  readonly before?: (platform: TestPlatform, request: TestRequest) => Promise<unknown>
}
const unknown = (...names: readonly string[]): Cause => ({
  values: Object.fromEntries(names.map((name) => [name, NOWHERE])),
})
/** The same request, so long ago that it no longer counts as a replay. */
const sentBefore: Cause = {
  async before(platform, request) {
    expect((await platform.sendRequest(request)).status).toBeLessThan(300)
    await platform.advance(61 * SECOND)
  },
}
/** The dispute that an example names has been rejected. */
const decided = (parameter: string): Cause => ({
  before: (platform) =>
    platform
      .as(bearer(operator_token))
      .post(`/operator/disputes/${String(exampleParameter(parameter))}/judgement`, {
        judgement: 'rejected',
        reason: 'The total is right.',
      }),
})

/** The causes by the names of the examples. */
const CAUSES: Readonly<Record<string, Cause>> = {
  AgentExists: sentBefore,
  AgentNotFound: unknown('svc_id', 'agent_id'),
  AgentOwnedByAnother: {
    async before(platform, request) {
      const hidden = { ...request, body: { ...(request.body as object), private: true } }
      const { status, body } = await platform.sendRequest(hidden)
      expect(status).toBe(200)
      const { svc_id, name, version, public_key, manifest_hash } = body
      await platform.store.registerAgent(platform.context(), {
        ...{ svc_id, name, version, public_key, manifest_hash },
        organization_id: (await platform.organization()).organization_id,
        key_sound: true,
        proven: true,
        private: false,
        details: {},
      })
    },
  },
  ApiKeyNotFound: unknown('key_id'),
  DecisionIsFinal: decided('JudgedDisputeId'),
  DisputeCaseNotFound: unknown('dispute_id'),
  DisputeDecided: decided('DisputeId'),
  DisputeExists: sentBefore,
  EmailMissing: { body: {} },
  ExportNotFound: unknown('export_id'),
  ImageNotFound: { values: { image_ref: 'nowhere/image:1' } },
  ImageNotScanned: { values: { image_ref: 'acme/never-scanned:1' } },
  InstallationNotFound: unknown('agent_id'),
  InstallTokenConsumed: sentBefore,
  InstallTokenNotFound: unknown('token_id'),
  InvalidPin: { values: { pin: '00000000' } },
  InvalidRefreshToken: unknown('refresh_token'),
  InvalidRuntimeToken: { credential: bearer('srt_nowhere') },
  InvalidSession: { credential: bearer('adm_nowhere') },
  InvitationExists: sentBefore,
  InvitationNotFound: unknown('invitation_id'),
  LastOwnerLeaves: { values: { org_id: organization_id } },
  MemberExists: { values: { email: 'ada@acme.example' } },
  MemberNotFound: unknown('user_id'),
  NoAgentForSkill: unknown('skill'),
  OperatorRequired: { credential: bearer(session_token) },
  OrganizationNotFound: unknown('org_id', 'organization_id'),
  PolicyChanged: { values: { 'If-Match': '"9"' } },
  PolicyVersionNotFound: { values: { version: '9' } },
  RequesterNotFound: unknown('requester_id'),
  UnknownParameter: { query: '?limit=1' },
  UnknownUse: unknown('for'),
  WorkspaceInUse: { values: { workspace_id } },
  WorkspaceNotFound: unknown('workspace_id'),
}

const rows = operations.flatMap((operation) =>
  ownErrorsOf(operation).map((row) => ({ ...row, id: operation.id })),
)

describe('the errors that operations document themselves', () => {
  let platform: TestPlatform
  let keyWithoutScopes: string
  beforeAll(async () => {
    platform = await startExamplePlatform()
    keyWithoutScopes = await platform.apiKey(organization_id, { scopes: [] })
  })

  const withoutScopes = ({ security }: TableEntry): Cause => ({
    credential: (security[0]![0] === 'ApiKeyBearer' ? bearer : apiKey)(keyWithoutScopes),
  })

  it.each(rows)('$id responds with $status $example', async ({ operation, status, example }) => {
    const cause = CAUSES[example] ?? withoutScopes(operation)
    const step = exampleRequests.find((row) => row.operation === operation)!
    const request = requestOfExample(step, cause.values)
    const sent = {
      ...request,
      ...(cause.body && { body: cause.body }),
      path: request.path + (cause.query ?? ''),
      headers: { ...request.headers, ...cause.credential },
    }
    await cause.before?.(platform, sent)
    const got = await platform.sendRequest(sent)
    const shown = { ...(exampleValue(example) as object), request_id: got.body.request_id }
    expect([got.status, got.body]).toEqual([status, shown])
  })

  it('include at least one for each operation, so that its clients know what to expect', () => {
    const documented = new Set(rows.map(({ operation }) => operation))
    expect(operations.filter((operation) => !documented.has(operation))).toEqual([])
  })
})

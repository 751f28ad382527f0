import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RegistrationFields } from '../../../src/domain/crypto/svc-id.ts'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { signClaims } from '../../../src/domain/signatures/signature.ts'
import { exampleAccess } from '../../../src/sandbox/examples/access.ts'
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts'
import { agentIdentity } from '../agents.ts'
import { apiKey, bearer, createClient, type TestRequest, type TestResponse } from '../client.ts'
import { exampleStepsOf, exampleValue, operations, typeWithoutExample } from '../contract.ts'
import { exampleRequests, requestOfExample } from '../example-requests.ts'
import { startExamplePlatform } from '../example-scenario.ts'
import { ISSUER, type TestPlatform } from '../platform.ts'
import { abridged } from '../scenario/abridged.ts'

/** Returns the shape of a value: the names of members, the shape of list items, and the types of other values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]))
}

type Item = Readonly<Record<string, unknown>>
/** Lists of records whose identifiers the platform generates, so that they differ from those of the examples. */
const NAMED_BY_PLATFORM = ['listAuditLogs', 'searchAuditLogs']

/** Returns a list reduced to the item with the identifier of the item in the example. Other bodies are returned unchanged. */
function onlyExampleItem(id: string, body: unknown, example: unknown): unknown {
  const [items, [wanted]] = [body, example].map(
    (value) => (value as { items?: readonly Item[] } | undefined)?.items ?? [],
  ) as [readonly Item[], readonly Item[]]
  if (wanted === undefined || NAMED_BY_PLATFORM.includes(id)) return body
  const key = Object.keys(wanted).find((name) => name.endsWith('_id') || name === 'ref')!
  const found = items.filter((item) => item[key] === wanted[key])
  return { ...(body as object), items: found }
}

/** Returns what the example of a contract requires of the response, which is the complete contract with another server. */
const abridgedContract = (example: string): object => ({
  ...(exampleValue(example) as object),
  servers: [{ url: expect.stringContaining('/api/v1') }],
})

const documented = exampleStepsOf(operations)
const rows = exampleRequests.map((row) => ({ ...row, id: row.operation.id }))
const codeOf = ({ status, body }: Pick<TestResponse, 'status' | 'body'>) => [
  status < 300,
  body?.code,
]

describe('the examples of the contract, sent as they are', () => {
  let platform: TestPlatform
  /** The examples of responses that occurred. */
  const seen = new Set<string>()
  beforeAll(async () => {
    platform = await startExamplePlatform()
  })

  /** Expects a response like one of those that the contract shows for its status. */
  function expectDocumented(id: string, got: TestResponse): void {
    const names = documented
      .filter(({ operation, status }) => operation.id === id && status === got.status)
      .map(({ example }) => example)
    const shapes = names.map((name) => {
      const example = exampleValue(name)
      const body = abridged(name, onlyExampleItem(id, got.body, example))
      const [shown, returned] = [example, body].map(shapeOf)
      return { name, shown, returned, equal: isDeepStrictEqual(shown, returned) }
    })
    const like = shapes.filter(({ equal }) => equal)
    for (const { name } of like) seen.add(name)
    if (like.length === 0) expect(shapes[0]!.returned).toEqual(shapes[0]!.shown)
  }

  it.each(rows)('$id responds to $example as documented', async (row) => {
    // Lists are sorted by time, so each request has a different time.
    platform.clock.advance(1)
    await platform.runUntilIdle()
    const got = await platform.sendRequest(requestOfExample(row))
    expect(codeOf(got)).toEqual([true, undefined])
    const examples = documented.filter(({ operation }) => operation === row.operation)
    if (examples.length === 0)
      return expect(got.headers['content-type']).toBe(typeWithoutExample(row.operation))
    if (row.operation.tag === 'contract') {
      seen.add(examples[0]!.example)
      return expect(got.body).toMatchObject(abridgedContract(examples[0]!.example))
    }
    expectDocumented(row.id, got)
  })

  it('registerAgent accepts a registration with a proof', async () => {
    const { api_key, organization_id } = exampleAccess()
    const agent = agentIdentity()
    const got = await createClient(platform.sendRequest, apiKey(api_key)).post('/agents/register', {
      ...(exampleValue('RegisterInvoiceReader') as object),
      ...agent.registration,
      proof: agent.proof({ organization_id, now: platform.clock.now }),
    })
    expect([got.status, got.body.ownership]).toEqual([201, 'proved'])
    expectDocumented('registerAgent', got)
  })

  it('registerAgent responds with 200 to a repeated request with a proof', async () => {
    const key = createClient(platform.sendRequest, apiKey(exampleAccess().api_key))
    const body = {
      ...(exampleValue('RegisterInvoiceReader') as object),
      proof: proofOfExample(platform.clock.now()),
    }
    // The registration was changed, so the details are those of the change.
    const changed = exampleValue('DeprecateInvoiceReader') as object
    const got = await key.post('/agents/register', { ...body, ...changed, deprecated: undefined })
    expect([got.status, got.body.code]).toEqual([200, undefined])
    expectDocumented('registerAgent', got)
  })

  it('searchAgents suggests another query for a misspelt word', async () => {
    const { api_key } = exampleAccess()
    const key = createClient(platform.sendRequest, apiKey(api_key))
    const got = await key.get('/registry/network/search?q=invoce+reader')
    expect(got.body.suggestions).toEqual(['invoice reader'])
    expectDocumented('searchAgents', got)
  })

  it('bootstrapInstallation responds with 200 to a repeated request', async () => {
    const row = rows.find(({ id }) => id === 'bootstrapInstallation')!
    const got = await platform.sendRequest(requestOfExample(row))
    expect([got.status, got.body.refresh_token]).toEqual([200, undefined])
    expectDocumented(row.id, got)
  })

  it('renewLease responds with a command after the installation was revoked', async () => {
    const { api_key, workspace_id, svc_id } = exampleAccess()
    const key = createClient(platform.sendRequest, apiKey(api_key))
    const issued = await key.post(`/workspaces/${workspace_id}/install-tokens`, {
      agent_id: svc_id,
    })
    const { body } = await key.post('/installations/bootstrap', {
      install_token: issued.body.token,
    })
    await key.post(`/installations/${body.installation_id}/revoke`, {
      reason: 'A newer version takes over.',
      shutdown_timeout_ms: 30_000,
    })
    const got = await key.post(
      `/installations/${body.installation_id}/lease`,
      {},
      bearer(body.runtime_token),
    )
    expect(got.body.command.type).toBe('terminate')
    expectDocumented('renewLease', got)
  })

  it('I-27: cover every operation, with each response checked against its closed schema', () => {
    expect(new Set(exampleRequests.map(({ operation }) => operation))).toEqual(new Set(operations))
  })

  it('cover every example of a success response', () => {
    expect(documented.map(({ example }) => example).filter((name) => !seen.has(name))).toEqual([])
  })
})

describe('a fresh sandbox', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox(0, 'silent')
  })
  afterAll(() => sandbox.serving.stop())

  async function send({ method, path, headers, body }: TestRequest) {
    const response = await fetch(sandbox.info.base_url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...(headers as Record<string, string>) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type') === 'application/json'
    const { code } = (isJson && text !== '' ? JSON.parse(text) : {}) as { code?: string }
    return { status: response.status, body: { code } }
  }

  // The order is the reverse of that of the test above, so that no example depends on another.
  const session = (row: (typeof rows)[number]) => Number(row.id === 'endAdminSession')
  it.each(rows.toReversed().toSorted((a, b) => session(a) - session(b)))(
    'accepts $example for $id',
    async (row) => {
      const got = await send(requestOfExample(row))
      expect(codeOf(got)).toEqual([true, undefined])
    },
  )

  it('refuses the proof of the examples, which was signed for another platform and time', async () => {
    const got = await send({
      method: 'POST',
      path: '/agents/register',
      headers: apiKey(sandbox.info.examples.api_key),
      body: exampleValue('RegisterInvoiceReader'),
    })
    expect([got.status, got.body.code]).toEqual([403, 'INVALID_PROOF'])
  })
})

/** Signs the example's registration for the platform of the test, with the example's key, whose seed is thirty-two ones. */
function proofOfExample(issued_at: string) {
  const { svc_id, name, version, public_key, manifest_hash } = exampleValue(
    'RegisterInvoiceReader',
  ) as RegistrationFields
  const { privateKey } = keyPairOfSeed(new Uint8Array(32).fill(1))
  const claims = {
    svc_id,
    name,
    version,
    public_key,
    manifest_hash,
    organization_id: exampleAccess().organization_id,
    issuer: ISSUER,
    issued_at,
  }
  return { issued_at, signature: signClaims(privateKey, 'register', claims) }
}

import { readConfig } from '../../../src/config/config.ts'
import { keyPairOfSeed } from '../../../src/domain/crypto/ed25519.ts'
import { readAdvisory } from '../../../src/domain/images/advisory.ts'
import { signClaims } from '../../../src/domain/signatures/signature.ts'
import { exampleAccess } from '../../../src/sandbox/examples/access.ts'
import { ADVISORIES, fakeImages } from '../../ports/images/fake-images.ts'
import { apiKey, type Credential, type TestResponse } from '../client.ts'
import { exampleValue, operations } from '../contract.ts'
import { requestOfExample, type Values } from '../example-requests.ts'
import { startPlatform, type TestPlatform } from '../platform.ts'
import { createCorrespondence } from './correspondence.ts'

const access = exampleAccess()
const FOUNDED = Date.parse('2026-03-01T08:00:00.000Z')
const { issuer } = exampleValue('AdasSession') as { issuer: string }
/** The digests of the images of the examples, by their tags. */
const DIGESTS: Readonly<Record<string, string>> = {
  '1.4.0': (exampleValue('ReportOnInvoiceReader') as { digest: string }).digest,
  '1.4.1': (exampleValue('ScanIsQueued') as { digest: string }).digest,
}
/** The id of every request in the examples. */
const [{ request_id }] = (
  exampleValue('WorkspaceCreationOnRecord') as { items: readonly [{ request_id: string }] }
).items
/** How long an inspection of an image and a task take in the examples. */
const [INSPECTION_MS, TASK_MS] = [2400, 840]

const SUPPORT = {
  mail: 'support@registry.example',
  csm: 'success@registry.example',
  chat: { url: 'https://chat.registry.example/', format: 'slack' },
} as const

/** A request of the scenario: its operation, the example that it sends, and the one that its response must match. */
export interface Call {
  readonly operation: string
  readonly shows: string
  readonly sends?: string
  readonly values?: Values
  readonly credential?: Credential
}
export type Scenario = Awaited<ReturnType<typeof startScenario>>

/** Starts the platform of the examples, whose clock and issuer are those of the examples. */
async function startPlatformOfExamples() {
  const platform = await startPlatform(
    { issuer, support: { ...readConfig({}, {}).support, ...SUPPORT } },
    {
      images: {
        ...fakeImages,
        resolve: async ({ tag }) => ({ kind: 'resolved', digest: DIGESTS[String(tag)]! }),
        inspect(request) {
          platform.clock.advance(INSPECTION_MS)
          return fakeImages.inspect(request)
        },
      },
      agentCaller: {
        async call({ body }) {
          const { task_id } = JSON.parse(body) as { task_id: string }
          const { status, result, output } = exampleValue('InvoiceIsRead') as TaskExample
          platform.clock.advance(TASK_MS)
          const answer = JSON.stringify({ task_id, status, result, output })
          return {
            answer: {
              kind: 'answered',
              http_status: 200,
              encoded: false,
              body: Buffer.from(answer),
            },
            execution_time_ms: TASK_MS,
          }
        },
        close: () => undefined,
      },
    },
    FOUNDED,
  )
  return platform
}
interface TaskExample {
  readonly status: string
  readonly result: object
  readonly output: object
}

/** Creates the organizations of the examples as they are when the scenario begins. */
async function createOrganizations({ store, context }: TestPlatform): Promise<void> {
  const read = ADVISORIES.map(readAdvisory).filter((advisory) => advisory.kind !== 'unreadable')
  await store.importAdvisories(context(), { read })
  for (const [organization_id, name, plan] of [
    ['org_acme', 'Acme', 'enterprise'],
    ['org_globex', 'Globex', 'enterprise'],
    ['org_northwind', 'Northwind', 'free'],
  ] as const)
    await store.createOrganization(context(), { organization_id, name, plan })
  for (const [organization_id, email, role] of [
    ['org_acme', 'ada@acme.example', 'owner'],
    ['org_globex', 'grace@globex.example', 'owner'],
    ['org_northwind', 'ada@acme.example', 'viewer'],
  ] as const)
    await store.addMember(context(), { organization_id, email, role })
  await store.createApiKey(context(), {
    organization_id: 'org_acme',
    name: 'Administration',
    token: access.api_key,
  })
}

/** Starts the platform of the examples at the beginning of the scenario, and returns what its steps need. */
export async function startScenario() {
  const platform = await startPlatformOfExamples()
  const names = createCorrespondence()
  const key = platform.as(apiKey(access.api_key))
  await createOrganizations(platform)
  await platform.runUntilIdle()

  /** Advances the clock to a time on the day of the scenario. It throws an error if that time has already passed. */
  async function goTo(at: string): Promise<void> {
    const wait = Date.parse(`2026-03-02T${at}.000Z`) - platform.clock.now_ms()
    if (wait < 0) throw new Error(`it is past ${at}`)
    await platform.advance(wait)
  }

  /** Sends the request of an example with the identifiers of this run. */
  async function send({ operation: id, sends, values, credential }: Call): Promise<TestResponse> {
    const operation = operations.find((candidate) => candidate.id === id)!
    const { method, path, headers, body } = names.toReal(
      requestOfExample({ operation, example: sends }, values),
    )
    return platform.sendRequest({
      method,
      path,
      headers: { 'X-Request-ID': request_id, ...headers, ...names.toReal(credential) },
      ...(body !== undefined && { body: signed(body) }),
    })
  }

  /** Installs the agent in a workspace, under an identifier of the examples. Returns its runtime token. */
  async function installAgent(installation_id: string, workspace_id: string): Promise<string> {
    const { svc_id } = access
    const path = `/workspaces/${names.toReal(workspace_id)}/install-tokens`
    const issued = await key.post(path, { agent_id: svc_id })
    const { body } = await key.post('/installations/bootstrap', {
      ...(exampleValue('BootstrapInvoiceReader') as object),
      install_token: issued.body.token,
    })
    names.learn(installation_id, body.installation_id)
    return body.runtime_token as string
  }

  return { platform, names, key, goTo, send, installAgent }
}

interface SentBody {
  readonly svc_id?: string
  readonly context?: object
  readonly signature?: string
}
/** Signs a trust request of the agent again, because its context names a workspace of this run. */
function signed(body: unknown): unknown {
  const { svc_id, context, signature } = body as SentBody
  if (svc_id === undefined || context === undefined || signature === undefined) return body
  const { privateKey } = keyPairOfSeed(new Uint8Array(32).fill(1))
  return {
    ...(body as SentBody),
    signature: signClaims(privateKey, 'trust', { svc_id, context } as never),
  }
}

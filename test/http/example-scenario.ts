import { readAdvisory } from '../../src/domain/images/advisory.ts'
import type { CallContext } from '../../src/store/context.ts'
import { keyPairOfSeed } from '../../src/domain/crypto/ed25519.ts'
import type { RegistrationFields } from '../../src/domain/agents/identity.ts'
import { signClaims } from '../../src/domain/signatures/signature.ts'
import type { TableEntry } from '../../src/contract/typed.ts'
import { ADVISORIES } from '../images/fake-images.ts'
import {
  apiKey,
  bearer,
  NO_CREDENTIAL,
  createClient,
  type Credential,
  type TestResponse,
  type TestRequest,
} from './client.ts'
import {
  exampleParameter,
  exampleValue,
  exampleIds,
  operations,
  successWithoutContent,
  exampleStepsOf,
} from './contract.ts'
import { ISSUER, type TestPlatform } from './platform.ts'
import { requestOf } from './requests.ts'

/** One step of the scenario in the contract's examples: an operation, and the response of its example. */
export interface Step {
  readonly operation: TableEntry
  readonly status: number
  readonly example: string | undefined
}

const stepsWithContent = exampleStepsOf(operations)
/** Operations without content have no examples. They come last because they end sessions and delete resources. */
const stepsWithoutContent = [...operations]
  .toSorted((a, b) => Number(a.id === 'endAdminSession') - Number(b.id === 'endAdminSession'))
  .filter((operation) => !stepsWithContent.some((step) => step.operation === operation))
  .map((operation) => ({ operation, status: successWithoutContent(operation), example: undefined }))
export const exampleSteps: readonly Step[] = [...stepsWithContent, ...stepsWithoutContent]

/** Values of the examples that are different on a running platform, with the members of responses that contain them. */
const RUNTIME_VALUES = [
  ['PinIsOnItsWay', 'challenge_id'],
  ['PinForBrowser', 'challenge_id'],
  ['AdaIsSignedIn', 'session_token'],
  ['TokenForInvoiceReader', 'token'],
  ['BobIsInvited', 'invitation_id'],
  ['KeyForBuildServer', 'key_id'],
  ['SpareTokenForInvoiceReader', 'token_id'],
  ['FirstCredentials', 'installation_id'],
  ['FirstCredentials', 'runtime_token'],
  ['FirstCredentials', 'refresh_token'],
  ['RecoveredCredentials', 'runtime_token'],
  ['LogsExportIsAccepted', 'export_id'],
  ['InvoiceIsRead', 'task_id'],
  ['DisputeIsOpen', 'dispute_id'],
] as const

/** Creates the initial state of the scenario: its organization and workspace, and Ada. */
export async function startExampleScenario(platform: TestPlatform) {
  const {
    store,
    services: { signer },
  } = platform
  const context: CallContext = {
    ...platform.context(),
    actor: { type: 'api_key', id: 'key_example', ip: '192.0.2.10' },
    request_id: 'req_7Qm2Zt9Kx4Wc',
  }
  const reach = { organizations: [exampleIds.organization], workspace_id: null }
  await store.createOrganization(context, {
    organization_id: exampleIds.organization,
    name: 'Acme',
    plan: 'enterprise',
  })
  await store.createWorkspace(context, {
    reach,
    organization_id: exampleIds.organization,
    workspace_id: exampleIds.workspace,
    name: 'Accounts Payable',
    signer,
  })
  await store.addMember(context, {
    organization_id: exampleIds.organization,
    email: (exampleValue('AdaTypesPin') as { email: string }).email,
    role: 'owner',
  })
  const read = ADVISORIES.map(readAdvisory).filter((advisory) => advisory.kind !== 'unreadable')
  await store.importAdvisories(context, { read })
  const api_key = await platform.apiKey(exampleIds.organization)
  const operatorSession = await platform.operatorSession('olga@registry.example')
  const values = new Map<string, string>()
  const ids = { ...exampleIds }

  /** The invited person, who signs in once. */
  const bob = (exampleValue('BobIsInvited') as { email: string }).email
  let bobSession: string | undefined
  const BOB_OPERATIONS = [
    'listOwnInvitations',
    'acceptInvitation',
    'declineInvitation',
    'leaveOrganization',
  ]

  /** Creates what the last steps need and no example leaves behind. */
  async function prepare({ operation, example }: Step) {
    if (BOB_OPERATIONS.includes(operation.id)) bobSession ??= await platform.session(bob)
    if (operation.id === 'leaveOrganization' || operation.id === 'deleteMember') {
      const member = await store.addMember(context, {
        organization_id: exampleIds.organization,
        email: bob,
        role: 'viewer',
      })
      values.set(String(exampleParameter('UserId')), member!.user_id)
    }
    if (
      example !== undefined ||
      !['withdrawInvitation', 'declineInvitation'].includes(operation.id)
    )
      return
    const own = operation.id === 'declineInvitation'
    const organization_id = own
      ? (await store.createOrganization(context, { name: 'Globex', plan: 'free' })).organization_id
      : exampleIds.organization
    const invited = await store.inviteAsOperator(context, {
      organization_id,
      email: own ? bob : 'carol@acme.example',
      role: 'viewer',
    })
    if (invited.kind === 'created')
      values.set(
        String(exampleParameter(own ? 'OwnInvitationId' : 'InvitationId')),
        invited.invitation.invitation_id,
      )
  }

  function credential({ id, security, tag }: TableEntry): Credential {
    if (tag === 'operator') return bearer(operatorSession)
    if (BOB_OPERATIONS.includes(id)) return bearer(bobSession!)
    switch (security[0]?.[0]) {
      case 'ApiKey':
        return apiKey(api_key)
      case 'ApiKeyBearer':
        return bearer(api_key)
      case 'AdminSession':
        return bearer(values.get(exampleText('AdaIsSignedIn', 'session_token'))!)
      case 'RuntimeToken':
        return bearer(
          values.get(exampleText('RecoveredCredentials', 'runtime_token')) ??
            values.get(exampleText('FirstCredentials', 'runtime_token'))!,
        )
      case undefined:
      default:
        return NO_CREDENTIAL
    }
  }

  /** Sends the example of a step with the current values in it, and stores values of the response. */
  async function runStep({ operation, example }: Step): Promise<TestResponse> {
    // Lists are sorted by time, so each step has another time.
    platform.clock.advance(1)
    await platform.runUntilIdle()
    await prepare({ operation, status: 0, example })
    const email = (exampleValue('AdaTypesPin') as { email: string }).email
    const pin = platform.pinFor(email)
    for (const typed of ['AdaTypesPin', 'AdaTypesPinInBrowser'])
      if (pin !== undefined) values.set(exampleText(typed, 'pin'), pin)
    const installation = values.get(exampleIds.installation) ?? exampleIds.installation
    const request: TestRequest =
      operation.id === 'registerAgent'
        ? {
            method: operation.method,
            path: operation.path,
            body: {
              ...(exampleValue('RegisterInvoiceReader') as object),
              proof: proofOfExample(platform.clock.now()),
            },
          }
        : requestOf(operation, {
            ids: { ...ids, installation },
            replacements: Object.fromEntries(values),
          })
    const path = operation.id === 'deleteWorkspace' ? `${request.path}?force=true` : request.path
    const got = await platform.sendRequest({
      ...request,
      path,
      headers: { ...request.headers, ...credential(operation) },
    })
    for (const [name, member] of RUNTIME_VALUES)
      if (name === example && got.body?.[member])
        values.set(exampleText(name, member), got.body[member] as string)
    if (example === 'MembersOfAcme')
      values.set(String(exampleParameter('UserId')), got.body.items[1].user_id as string)
    return got
  }

  return { runStep, api: createClient(platform.sendRequest, apiKey(api_key)) }
}

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
    organization_id: exampleIds.organization,
    issuer: ISSUER,
    issued_at,
  }
  return { issued_at, signature: signClaims(privateKey, 'register', claims) }
}

const exampleText = (example: string, member: string): string =>
  String((exampleValue(example) as Record<string, unknown>)[member])

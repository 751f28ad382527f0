import { randomBytes } from 'node:crypto'
import { UsageError } from '../../terminal/errors.ts'
import { terminalLine } from '../../terminal/text.ts'
import { iso } from '../../domain/time.ts'
import { uuid7 } from '../../domain/uuid.ts'
import type { JsonObject } from '../../domain/crypto/jcs.ts'
import { createCall, type CallResult } from '../calls/call.ts'
import type { Terminal } from '../../terminal/command.ts'
import type { PublicJwk } from '../../domain/crypto/ed25519.ts'
import { readStoredCredentials } from '../installation/credentials-file.ts'
import { standalone, type PlatformLink, type TrustProfile } from '../platform/link.ts'
import { createAnswerVerifier } from '../trust/answer-verifier.ts'
import { createPlatformKeys } from '../trust/platform-keys.ts'
import { signerOf } from '../trust/signing.ts'
import { define, ISSUER, PLATFORM, WORKSPACE } from './define.ts'
import { folderOf, openFolder, type KeyedFolder } from './folder.ts'
import { requestPlatform, fromEnv, issuerFor, platformUrl } from './platform.ts'

/** `call`: hands a task to an agent. */
export const call = define({
  path: 'call',
  summary: 'Hand a task to an agent, by the name of a skill',
  about:
    "Sends the task to the agent's /a2a/tasks and prints the result. With --signed this folder's agent signs it, for the agent with that id in that workspace only; the agent that is called verifies that with its platform, and refuses it without a platform. An answer is shown as verified only if the agent signed it for this very request; the key comes from the platform, with SVC_API_KEY or this folder's credentials.",
  operands: [
    { name: 'URL', description: 'Address of the agent' },
    { name: 'SKILL', description: 'Name of the skill' },
  ],
  flags: {
    text: { value: 'TEXT', description: 'Text of the message' },
    input: { value: 'JSON', description: 'A JSON object with further members of the input' },
    timeout: { value: 'SECONDS', description: 'How long to wait', default: '60' },
    signed: { description: 'Sign the task with svc.key' },
    agent: { value: 'SVC_ID', description: 'The agent that must answer; a signed call needs it' },
    workspace: {
      ...WORKSPACE,
      description: 'The workspace of that agent',
      fallback: "SVC_WORKSPACE_ID, else this folder's own",
    },
    installation: {
      value: 'INSTALLATION',
      description: 'The installation of that agent, if it is known',
    },
    platform: PLATFORM,
    issuer: ISSUER,
  },
  examples: [
    'call http://127.0.0.1:8090 greet --text Ada',
    'call http://127.0.0.1:8090 greet --text Ada --signed --agent SVC_ID --workspace ws_0198',
  ],
  async execute(
    { dir, text, input, timeout, signed, agent, workspace, installation, platform, issuer },
    [url, skill],
    terminal,
  ): Promise<CallResult> {
    if (!/^https?:\/\//.test(url!))
      throw new UsageError(
        `${JSON.stringify(url)} is not the address of an agent; it must begin with http:// or https://.`,
      )
    const seconds = Number(timeout)
    if (!(seconds > 0 && seconds <= 86_400))
      throw new UsageError('--timeout takes a number of seconds above 0, up to 86400.')
    const members = input === undefined ? undefined : objectOf(input)
    const self = signed ? openFolder(folderOf(dir, terminal), terminal.program) : undefined
    const link = self && linkOf(self, { platform, issuer }, terminal)
    const workspace_id =
      workspace ??
      (signed
        ? (fromEnv(terminal, 'SVC_WORKSPACE_ID') ?? link?.installation()?.workspace_id)
        : undefined)
    if (signed && agent === undefined)
      throw new UsageError(
        'A signed call needs the id of the agent: give it with --agent. Its owner and the platform know it.',
      )
    if (signed && workspace_id === undefined)
      throw new UsageError(
        'A signed call needs the workspace of the agent: give it with --workspace or SVC_WORKSPACE_ID.',
      )
    return caller(self, link ?? standalone())(url!, skill!, text, {
      timeout_ms: Math.round(seconds * 1000),
      ...(members && { input: members }),
      ...(workspace_id !== undefined && { workspace_id }),
      ...(agent !== undefined && { svc_id: agent }),
      ...(installation !== undefined && { installation_id: installation }),
    })
  },
  show: (end) =>
    [
      end.status === 'completed'
        ? formatResult(end.result)
        : `The task failed: ${terminalLine(`${end.error.message} (${end.error.code})`)}`,
      ...answererLines(end),
    ].join('\n'),
  isFailure: ({ status }) => status === 'failed',
})

/** Returns who answered. Verification of the answer and a vouch of the platform are different facts and have a line each. */
function answererLines({
  answerer: { svc_id, signature, vouched_for },
}: CallResult): readonly string[] {
  return [
    ...(signature === 'verified'
      ? ['', `Verified: signed by ${terminalLine(svc_id ?? '')} for this request.`]
      : []),
    ...(signature === 'unverified'
      ? ['', 'Not verified: the signature of the answer could not be checked.']
      : []),
    ...(vouched_for
      ? [
          '',
          `Vouched for ${terminalLine(vouched_for.organization_id)}: the platform states that this organization runs the agent. That does not verify the answer.`,
        ]
      : []),
  ]
}

/** Creates a link for keys and profiles only, with the credentials that are available. */
function linkOf(
  { svc_id, credentials_file }: KeyedFolder,
  given: { readonly platform: string | undefined; readonly issuer: string | undefined },
  terminal: Terminal,
): PlatformLink {
  const found = readStoredCredentials(credentials_file)
  const platform_url = platformUrl(given.platform, terminal, found)
  const kept = found?.platform_url === platform_url && found.agent_id === svc_id ? found : undefined
  const key = fromEnv(terminal, 'SVC_API_KEY')
  const headers =
    key !== undefined
      ? { 'X-API-Key': key }
      : kept?.current
        ? { Authorization: `Bearer ${kept.current.runtime_token}` }
        : undefined
  const current = kept?.current
  return {
    ...standalone(platform_url, issuerFor(given.issuer, terminal, platform_url, kept)),
    installation: () =>
      current
        ? {
            installation_id: current.installation_id,
            workspace_id: kept.workspace_id ?? undefined,
            upstream_url: current.upstream_url ?? undefined,
          }
        : undefined,
    async profile(did) {
      if (!headers) return undefined
      const { status, body } = await requestPlatform(platform_url, {
        method: 'GET',
        path: `/trust/profile/${encodeURIComponent(did)}`,
        headers,
      })
      return status === 200 && isTrustProfile(body) ? body : undefined
    },
    async jwks() {
      const {
        status,
        body: { keys },
      } = await requestPlatform(platform_url, { method: 'GET', path: '/trust/jwks' })
      if (status !== 200 || !Array.isArray(keys)) throw new Error('The platform publishes no keys.')
      return keys as PublicJwk[]
    },
  }
}

/** Returns whether an answer of the platform has the members of a profile that signatures are verified with. */
const isTrustProfile = (body: object): body is TrustProfile =>
  'svc_id' in body && 'public_key' in body && typeof body.public_key === 'string'

function caller(agent: KeyedFolder | undefined, platform: PlatformLink) {
  const verifier = createAnswerVerifier({
    platform,
    keys: createPlatformKeys(platform.jwks, Date.now),
    now_ms: Date.now,
  })
  return createCall({
    signer: agent && signerOf({ svc_id: agent.svc_id, seed: agent.key.seed }),
    platform,
    verifier,
    fetch,
    now: () => iso(Date.now()),
    newId: () => uuid7(Date.now(), randomBytes(10)),
    newNonce: () => randomBytes(16).toString('base64url'),
  })
}

function objectOf(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as JsonObject
  } catch {
    // Reported below.
  }
  throw new UsageError('--input takes a JSON object, such as \'{"language": "en"}\'.')
}

/** Formats a result; one that is only a text is shown as text. */
const formatResult = (result: JsonObject): string => {
  const { text } = result
  return typeof text === 'string' && Object.keys(result).length === 1
    ? text
    : JSON.stringify(result, null, 2)
}

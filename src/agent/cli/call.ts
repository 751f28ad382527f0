import { randomBytes } from 'node:crypto'
import { UsageError } from '../../terminal/errors.ts'
import { terminalLine } from '../../terminal/text.ts'
import { iso } from '../../domain/time.ts'
import { uuid7 } from '../../domain/uuid.ts'
import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { ownCredentials, tryParseJson } from '../installation/credentials.ts'
import { createCall, type CallResult } from '../calls/call.ts'
import type { Terminal } from '../../terminal/command.ts'
import type { PublicJwk } from '../../domain/crypto/ed25519.ts'
import { processClock } from '../clock.ts'
import { readStoredCredentials } from '../installation/credentials-file.ts'
import { standalone, type PlatformLink, type TrustProfile } from '../platform/link.ts'
import { createAnswerVerifier } from '../trust/answer-verifier.ts'
import { createPlatformKeys } from '../trust/platform-keys.ts'
import { signerOf } from '../trust/signing.ts'
import { define, ISSUER, PLATFORM, WORKSPACE } from './define.ts'
import { folderOf, openFolder, type KeyedFolder } from './folder.ts'
import { requestPlatform, requestProfile, fromEnv, issuerFor, platformUrl } from './platform.ts'

/** `call`: sends a task to an agent. */
export const call = define({
  path: 'call',
  summary: 'Send a task to a skill of an agent',
  about:
    "Sends the task to the agent's /a2a/tasks and prints the result. With --signed, this folder's agent signs the task for one agent in one workspace, given by --agent and --workspace. The called agent verifies the signature with its platform, and refuses a signed task if it has no platform. An answer is shown as verified only if the agent signed it for this request; the key for this check comes from the platform, which requires SVC_API_KEY or the credentials in this folder.",
  operands: [
    { name: 'URL', description: 'Address of the agent' },
    { name: 'SKILL', description: 'Name of the skill' },
  ],
  flags: {
    text: { value: 'TEXT', description: 'Text of the message' },
    input: { value: 'JSON', description: 'A JSON object with further members of the input' },
    timeout: { value: 'SECONDS', description: 'How long to wait', default: '60' },
    signed: { description: 'Sign the task with svc.key' },
    agent: {
      value: 'SVC_ID',
      description: 'The agent that must answer; required for a signed call',
    },
    workspace: {
      ...WORKSPACE,
      description: 'The workspace of that agent',
      fallback:
        "for a signed call: SVC_WORKSPACE_ID, else the workspace in which this folder's agent is installed",
    },
    installation: {
      value: 'INSTALLATION',
      description: 'The only installation of that agent that may accept a signed call',
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
        `${JSON.stringify(url)} is not the URL of an agent; it must begin with http:// or https://.`,
      )
    const seconds = Number(timeout)
    if (!(seconds > 0 && seconds <= 86_400))
      throw new UsageError('--timeout must be a number of seconds above 0 and up to 86400.')
    const members = input === undefined ? undefined : readInput(input)
    const self = signed ? openFolder(folderOf(dir, terminal), terminal.program) : undefined
    const link = self && linkOf(self, { platform, issuer }, terminal)
    const workspace_id =
      workspace ??
      (signed
        ? (fromEnv(terminal, 'SVC_WORKSPACE_ID') ?? link?.installation()?.workspace_id)
        : undefined)
    if (!signed && installation !== undefined)
      throw new UsageError('Only a signed call can name an installation; add --signed.')
    if (signed && agent === undefined)
      throw new UsageError(
        'A signed call needs the id of the agent; give it with --agent. The owner of the agent and the platform can tell you the id.',
      )
    if (signed && workspace_id === undefined)
      throw new UsageError(
        'A signed call needs the workspace of the agent; give it with --workspace or SVC_WORKSPACE_ID.',
      )
    return callFrom(self, link ?? standalone())(url!, skill!, text, {
      timeout_ms: Math.round(seconds * 1000),
      ...(members && { input: members }),
      ...(workspace_id !== undefined && { workspace_id }),
      ...(agent !== undefined && { svc_id: agent }),
      ...(installation !== undefined && { installation_id: installation }),
    })
  },
  show: (result) =>
    [
      result.status === 'completed'
        ? formatResult(result.result)
        : `The task failed: ${terminalLine(`${result.error.message} (${result.error.code})`)}`,
      ...answererLines(result),
    ].join('\n'),
  isFailure: ({ status }) => status === 'failed',
})

/**
 * Describes who answered. The signature of the agent and the vouching statement of the platform prove different things, so each has its own
 * line.
 */
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

/** Creates a link that supplies only the stored installation, profiles and keys, with the credentials that are available. */
function linkOf(
  { svc_id, credentials_file }: KeyedFolder,
  given: { readonly platform: string | undefined; readonly issuer: string | undefined },
  terminal: Terminal,
): PlatformLink {
  const stored = readStoredCredentials(credentials_file)
  const platform_url = platformUrl(given.platform, terminal, stored)
  const own = ownCredentials(stored, svc_id, platform_url)
  const current = own?.current
  return {
    ...standalone(platform_url, issuerFor(given.issuer, terminal, platform_url, own)),
    installation: () =>
      current
        ? {
            installation_id: current.installation_id,
            workspace_id: own.workspace_id ?? undefined,
            upstream_url: current.upstream_url ?? undefined,
          }
        : undefined,
    async profile(did) {
      const response = await requestProfile(platform_url, did, terminal, own)
      return response?.status === 200 && isTrustProfile(response.body) ? response.body : undefined
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

/** Returns whether a response from the platform contains the members of a profile that are needed to verify signatures. */
const isTrustProfile = (body: object): body is TrustProfile =>
  'svc_id' in body && 'public_key' in body && typeof body.public_key === 'string'

function callFrom(agent: KeyedFolder | undefined, platform: PlatformLink) {
  const verifier = createAnswerVerifier({
    platform,
    keys: createPlatformKeys(platform.jwks, processClock),
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

/** Reads the value of `--input`. @throws UsageError if it is not a JSON object */
function readInput(text: string): JsonObject {
  const value = tryParseJson(text)
  if (isJsonObject(value)) return value
  throw new UsageError('--input must be a JSON object, such as \'{"language": "en"}\'.')
}

/** Formats a result. A result that contains only text is shown as plain text. */
const formatResult = (result: JsonObject): string => {
  const { text } = result
  return typeof text === 'string' && Object.keys(result).length === 1
    ? text
    : JSON.stringify(result, null, 2)
}

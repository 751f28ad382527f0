import type { Terminal } from '../../terminal/command.ts'
import { formatFields } from '../../terminal/text.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { iso } from '../../domain/time.ts'
import { signerOf } from '../trust/signing.ts'
import { API_KEY, define, ISSUER, ORGANIZATION, PLATFORM } from './define.ts'
import { readStoredCredentials } from '../installation/credentials-file.ts'
import { folderOf, openFolder, type KeyedFolder } from './folder.ts'
import {
  apiKey,
  requestPlatform,
  fromEnv,
  expectSuccess,
  issuerFor,
  platformUrl,
} from './platform.ts'

/** `register`: registers the agent, with a proof of possession of its key. */
export const register = define({
  path: 'register',
  summary: 'Register the agent with a platform',
  about:
    'Sends the id, the description from the manifest, and a proof: a signature by svc.key that makes this organization the owner, on this platform only. With --claim it sends no proof; the agent can then be used, but it is neither verified nor private, and others may claim it too. An agent that is already registered is not changed.',
  flags: {
    platform: PLATFORM,
    issuer: ISSUER,
    'api-key': API_KEY,
    organization: ORGANIZATION,
    claim: { description: 'Register without a proof' },
    private: { description: 'Make the agent visible to its own organization only' },
  },
  examples: [
    'register --organization org_0198',
    'register --platform https://agents.example.com/api/v1 --organization org_0198 --private',
  ],
  async execute(
    { dir, platform, issuer, 'api-key': given, organization, claim, private: isPrivate },
    _,
    terminal,
  ) {
    const agent = openFolder(folderOf(dir, terminal), terminal.program)
    const stored = readStoredCredentials(agent.credentials_file)
    const platform_url = platformUrl(platform, terminal, stored)
    const key = apiKey(given, terminal)
    const owner = claim
      ? undefined
      : {
          organization_id: requireOrganization(organization, terminal),
          issuer: issuerFor(issuer, terminal, platform_url, stored),
        }
    const proof = owner && proofOf(agent, owner)
    const response = await requestPlatform(platform_url, {
      path: '/agents/register',
      headers: { 'X-API-Key': key },
      body: registrationOf(agent, proof, isPrivate),
    })
    const already_registered =
      response.status === 200 ||
      (claim && response.status === 409 && response.body['code'] === 'AGENT_EXISTS')
    const registered = {
      svc_id: agent.svc_id,
      name: agent.manifest.name,
      platform_url,
      workspace_known: fromEnv(terminal, 'SVC_WORKSPACE_ID') !== undefined,
      warnings: agent.warnings,
    }
    if (already_registered) return { ...registered, already: true, verification_status: null }
    if (owner && response.body['code'] === 'INVALID_PROOF') throw invalidProof(owner)
    const record = expectSuccess(response, 'register the agent')
    return {
      ...registered,
      already: false,
      verification_status: String(record['verification_status'] ?? 'unknown'),
    }
  },
  data: ({ workspace_known: _, ...data }) => data,
  show: ({ svc_id, name, platform_url, already, verification_status, warnings }) =>
    [
      already
        ? `${name} is already registered with this platform.`
        : `${name} is registered and ${verification_status}.`,
      '',
      formatFields(
        [
          ['Id', svc_id],
          ['Platform', platform_url],
        ],
        '  ',
      ),
      ...warnings.map((warning) => `\nWarning: ${warning}`),
    ].join('\n'),
  next: ({ workspace_known }) => `install${workspace_known ? '' : ' --workspace WORKSPACE'}`,
})

/** Returns the organization, which must come from the configuration: a platform that chose it could assign the agent to another one. */
function requireOrganization(given: string | undefined, terminal: Terminal): string {
  const organization_id = given ?? fromEnv(terminal, 'SVC_ORGANIZATION_ID')
  if (organization_id === undefined)
    throw new UsageError(
      'The organization that owns the agent is missing; name it with --organization or SVC_ORGANIZATION_ID, or register without a proof with --claim.',
    )
  return organization_id
}

const fieldsOf = ({ svc_id, manifest: { name, version }, key, manifest_hash }: KeyedFolder) => ({
  svc_id,
  name,
  version,
  public_key: key.public_key,
  manifest_hash,
})

interface Owner {
  readonly organization_id: string
  readonly issuer: string
}

/** The platform states only that the proof is invalid; most often the issuer is not the one under which it signs. */
const invalidProof = ({ organization_id, issuer }: Owner): CommandError =>
  new CommandError(
    `The platform refused the proof, which was signed for the issuer ${issuer} and the organization ${organization_id} with the time of this machine (INVALID_PROOF). Pass the issuer that the platform prints on startup with --issuer or SVC_ISSUER, check that the API key belongs to the organization, and check that the clocks of this machine and the platform differ by at most ten minutes. --claim registers without a proof.`,
  )

/** Creates the proof of possession of the key, for one organization on one platform (docs/specification/trust.md#registration). */
function proofOf(agent: KeyedFolder, owner: Owner) {
  const issued_at = iso(Date.now())
  const signature = signerOf({ svc_id: agent.svc_id, seed: agent.key.seed }).sign('register', {
    ...fieldsOf(agent),
    ...owner,
    issued_at,
  })
  return { issued_at, signature }
}

function registrationOf(agent: KeyedFolder, proof: object | undefined, isPrivate: boolean): object {
  const { description, publisher, category, llm_provider, permissions, url, capabilities, bridge } =
    agent.manifest
  return {
    ...fieldsOf(agent),
    proof,
    private: isPrivate || undefined,
    description,
    publisher,
    category,
    llm_provider,
    permissions,
    url,
    capabilities: capabilities.provides,
    // The source is left out, because the location of the foreign agent concerns only the bridge.
    bridge: bridge && {
      protocol: bridge.protocol,
      version: bridge.version,
      digest: bridge.digest,
    },
  }
}

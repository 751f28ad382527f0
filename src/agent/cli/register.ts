import type { Terminal } from '../../terminal/command.ts'
import { formatFields } from '../../terminal/text.ts'
import { UsageError } from '../../terminal/errors.ts'
import { iso } from '../../domain/time.ts'
import { signerOf } from '../trust/signing.ts'
import { API_KEY, define, ISSUER, ORGANIZATION, PLATFORM } from './define.ts'
import { keptIn } from '../installation/credentials-file.ts'
import { folderOf, openFolder, type KeyedFolder } from './folder.ts'
import { apiKey, ask, fromEnv, good, issuerFor, platformUrl } from './platform.ts'

/** `register`: makes the agent known, and proves that its key is in our hands. */
export const register = define({
  path: 'register',
  summary: 'Register the agent at a platform',
  about:
    'Sends the id, what the manifest says of the agent, and a proof: a signature by svc.key that makes this organization the owner at this platform and nowhere else. With --claim it sends no proof; the agent is then usable, but neither verified nor private, and others may claim it too. An agent that is registered already stays as it is.',
  flags: {
    platform: PLATFORM,
    issuer: ISSUER,
    'api-key': API_KEY,
    organization: ORGANIZATION,
    claim: { description: 'Register without a proof' },
    private: { description: 'Show the agent to its own organization only' },
  },
  examples: [
    'register --organization org_0198',
    'register --platform https://agents.example.com/api/v1 --organization org_0198 --private',
  ],
  async work(
    { dir, platform, issuer, 'api-key': given, organization, claim, private: isPrivate },
    _,
    terminal,
  ) {
    const agent = openFolder(folderOf(dir, terminal), terminal.program)
    const kept = keptIn(agent.credentials_file)
    const platform_url = platformUrl(platform, terminal, kept)
    const key = apiKey(given, terminal)
    const proof = claim
      ? undefined
      : proofOf(agent, {
          organization_id: organizationGiven(organization, terminal),
          issuer: issuerFor(issuer, terminal, platform_url, kept),
        })
    const answer = await ask(platform_url, {
      path: '/agents/register',
      headers: { 'X-API-Key': key },
      body: registrationOf(agent, proof, isPrivate),
    })
    const already =
      answer.status === 200 ||
      (claim && answer.status === 409 && answer.body['code'] === 'AGENT_EXISTS')
    const known = {
      svc_id: agent.svc_id,
      name: agent.manifest.name,
      platform_url,
      workspace_known: fromEnv(terminal, 'SVC_WORKSPACE_ID') !== undefined,
      warnings: agent.warnings,
    }
    if (already) return { ...known, already, verification_status: null }
    const record = good(answer, 'register the agent')
    return {
      ...known,
      already,
      verification_status: String(record['verification_status'] ?? 'unknown'),
    }
  },
  data: ({ workspace_known: _, ...data }) => data,
  show: (
    { svc_id, name, platform_url, already, verification_status, workspace_known, warnings },
    suggest,
  ) =>
    [
      already
        ? `${name} is registered there already.`
        : `${name} is registered, and ${verification_status}.`,
      '',
      formatFields(
        [
          ['Id', svc_id],
          ['Platform', platform_url],
        ],
        '  ',
      ),
      '',
      ...warnings.map((warning) => `Warning: ${warning}`),
      `Next: ${suggest(`install${workspace_known ? '' : ' --workspace WORKSPACE'}`)}`,
    ].join('\n'),
})

/** From the configuration only: a platform that named the organization itself could take the agent for another one. */
function organizationGiven(given: string | undefined, terminal: Terminal): string {
  const organization_id = given ?? fromEnv(terminal, 'SVC_ORGANIZATION_ID')
  if (organization_id === undefined)
    throw new UsageError(
      'The organization that is to own the agent is missing: give it with --organization or SVC_ORGANIZATION_ID; or --claim registers the agent without a proof.',
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

/** Proves that the key is here, for one organization at one platform (docs/specification/trust.md#registration). */
function proofOf(
  agent: KeyedFolder,
  owner: { readonly organization_id: string; readonly issuer: string },
) {
  const issued_at = iso(Date.now())
  const signature = signerOf({ svc_id: agent.svc_id, seed: agent.key.seed }).sign('register', {
    ...fieldsOf(agent),
    ...owner,
    issued_at,
  })
  return { issued_at, signature }
}

function registrationOf(agent: KeyedFolder, proof: object | undefined, isPrivate: boolean): object {
  const { description, publisher, category, llm_provider, permissions, url, capabilities } =
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
  }
}

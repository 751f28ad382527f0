import { facts } from '../../cli/text.ts'
import { registrationMessage } from '../../domain/crypto/messages.ts'
import { keyPairOfSeed, signMessage } from '../../domain/crypto/ed25519.ts'
import { encodeBase64 } from '../../domain/crypto/encoding.ts'
import { API_KEY, define, PLATFORM } from './define.ts'
import { keptIn } from '../installation/credentials-file.ts'
import { folderOf, openFolder, type KeyedFolder } from './folder.ts'
import { apiKey, ask, fromEnv, good, platformUrl } from './platform.ts'

/** `register`: makes the agent known, and proves that its key is in our hands. */
export const register = define({
  path: 'register',
  summary: 'Register the agent at a platform',
  about: 'Sends the id with a proof that the private key is here, so that the agent is verified at once, and what the manifest says of it. An agent that is registered already stays as it is.',
  flags: {
    platform: PLATFORM, 'api-key': API_KEY,
    private: { says: 'Show the agent to its own organization only' },
  },
  examples: ['register', 'register --platform https://agents.example.com/api/v1 --private'],
  async work({ dir, platform, 'api-key': given, private: isPrivate }, _, terminal) {
    const agent = openFolder(folderOf(dir, terminal), terminal.program)
    const platform_url = platformUrl(platform, terminal, keptIn(agent.credentials_file))
    const key = apiKey(given, terminal)
    const answer = await ask(platform_url, { path: '/agents/register', headers: { 'X-API-Key': key }, body: registrationOf(agent, isPrivate) })
    const already = answer.status === 409 && answer.body['code'] === 'AGENT_EXISTS'
    const known = { svc_id: agent.svc_id, name: agent.manifest.name, platform_url, workspace_known: fromEnv(terminal, 'SVC_WORKSPACE_ID') !== undefined, warnings: agent.warnings }
    if (already) return { ...known, already, verification_status: null }
    const record = good(answer, 'register the agent')
    return { ...known, already, verification_status: String(record['verification_status'] ?? 'unknown') }
  },
  data: ({ workspace_known: _, ...data }) => data,
  show: ({ svc_id, name, platform_url, already, verification_status, workspace_known, warnings }, suggest) => [
    already ? `${name} is registered there already.` : `${name} is registered, and ${verification_status}.`, '',
    facts([['Id', svc_id], ['Platform', platform_url]], '  '), '',
    ...warnings.map((warning) => `Warning: ${warning}`),
    `Next: ${suggest(`install${workspace_known ? '' : ' --workspace WORKSPACE'}`)}`,
  ].join('\n'),
})

function registrationOf({ svc_id, manifest, key, manifest_hash }: KeyedFolder, isPrivate: boolean): object {
  const { name, version, description, publisher, category, llm_provider, permissions, url, capabilities } = manifest
  const fields = { svc_id, name, version, public_key: key.public_key, manifest_hash }
  const proof = encodeBase64(signMessage(keyPairOfSeed(key.seed).privateKey, registrationMessage(fields)))
  return { ...fields, proof, private: isPrivate || undefined, description, publisher, category, llm_provider, permissions, url, capabilities: capabilities.provides }
}

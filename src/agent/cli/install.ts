import { setTimeout as wait } from 'node:timers/promises'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { formatFields } from '../../terminal/text.ts'
import { sha256Hex } from '../../domain/crypto/hash.ts'
import { ownCredentials } from '../installation/credentials.ts'
import { readStoredCredentials } from '../installation/credentials-file.ts'
import { startInstallation, type Installation } from '../installation/installation.ts'
import { API_KEY, define, ISSUER, PLATFORM, suggestCommand, WORKSPACE } from './define.ts'
import { folderOf, openFolder } from './folder.ts'
import {
  apiKey,
  requestPlatform,
  fromEnv,
  expectSuccess,
  parseIssuer,
  platformUrl,
} from './platform.ts'

/** Maximum time to wait for the bootstrap while the network fails. */
const MAX_WAIT_MS = 20_000

/** `install`: installs the agent in a workspace and stores its credentials. */
export const install = define({
  path: 'install',
  summary: 'Install the agent in a workspace',
  about:
    'Requests an install token from the platform, exchanges it for credentials, and stores those in svc.credentials, mode 0600. With --token it uses an existing token and needs no API key. `run` brings the installation online.',
  flags: {
    platform: PLATFORM,
    issuer: ISSUER,
    'api-key': API_KEY,
    workspace: WORKSPACE,
    token: {
      value: 'TOKEN',
      description: 'An install token, skt_...',
      fallback: 'SVC_INSTALL_TOKEN, else a new one is requested',
    },
    again: { description: 'Create another installation, even if this folder has credentials' },
  },
  examples: [
    'install --workspace ws_0198',
    'install --token skt_... --platform https://agents.example.com/api/v1',
  ],
  async execute({ dir, platform, issuer, 'api-key': given, workspace, token, again }, _, terminal) {
    const agent = openFolder(folderOf(dir, terminal), terminal.program)
    const { svc_id, credentials_file, manifest, warnings } = agent
    const stored_credentials = readStoredCredentials(credentials_file)
    const platform_url = platformUrl(platform, terminal, stored_credentials)
    const current = ownCredentials(stored_credentials, svc_id, platform_url)?.current
    if (current && !again) {
      throw new CommandError(
        `This agent is already installed on ${platform_url}, as ${current.installation_id}; \`${suggestCommand(terminal.program, dir)('run')}\` brings it online, and --again creates another installation.`,
      )
    }
    const workspace_id = workspace ?? fromEnv(terminal, 'SVC_WORKSPACE_ID')
    const given_token = token ?? fromEnv(terminal, 'SVC_INSTALL_TOKEN')
    const install_token =
      given_token ??
      (await requestInstallToken(svc_id, platform_url, workspace_id, () => apiKey(given, terminal)))
    const problems: string[] = []
    const collect = (fields: object, message: string) => {
      problems.push(describeProblem(fields, message))
    }
    const installation = await startInstallation({
      platform_url,
      issuer: parseIssuer(issuer, terminal),
      credentials_file,
      agent_id: svc_id,
      workspace_id,
      install_token,
      installs_only: true,
      upstream_url: manifest.a2a.upstream_url,
      capabilities: manifest.capabilities.provides,
      logger: { debug: () => undefined, info: () => undefined, warn: collect, error: collect },
    })
    await waitForOutcome(installation)
    const { installation_id, stored } = installation.status()
    const isNew =
      installation.mode() === 'running' &&
      installation.credentials()?.install_token_hash === sha256Hex(install_token)
    // This reports that the agent has stopped, because no process serves it yet.
    await installation.stop()
    if (!isNew)
      throw new CommandError(
        `The agent was not installed: ${problems.at(-1) ?? 'the platform did not respond'}. ${remedyFor(given_token)}`,
      )
    if (!stored)
      throw new CommandError(
        `The agent is installed, but ${credentials_file} cannot be written; free disk space or grant access, then install with --again.`,
      )
    return {
      installation_id,
      svc_id,
      workspace_id: installation.credentials()?.workspace_id ?? workspace_id ?? null,
      platform_url,
      credentials_file,
      warnings,
    }
  },
  show: ({ installation_id, workspace_id, platform_url, credentials_file, warnings }) =>
    [
      'The agent is installed.',
      '',
      formatFields(
        [
          ['Installation', installation_id ?? undefined],
          ['Workspace', workspace_id ?? undefined],
          ['Platform', platform_url],
          ['Credentials', credentials_file],
        ],
        '  ',
      ),
      ...warnings.map((warning) => `\nWarning: ${warning}`),
    ].join('\n'),
  next: () => 'run',
})

/** Describes a failure from a log entry of the runtime. */
function describeProblem(fields: object, message: string): string {
  const { status, code, detail } = fields as {
    status?: number
    code?: string | null
    detail?: string
  }
  if (code === 'INSTALL_TOKEN_EXPIRED') return 'the install token has expired'
  if (code === 'INSTALL_TOKEN_CONSUMED') return 'the install token was already used'
  if (code === 'INVALID_INSTALL_TOKEN') return 'the install token is invalid'
  if (status !== undefined) return `the platform refused the request (${code ?? status})`
  return detail === undefined ? message : `the platform does not respond (${detail})`
}

const remedyFor = (token: string | undefined): string =>
  token === undefined
    ? 'Try again; the agent and its registration are unchanged.'
    : 'Request a new install token and try again.'

/** Waits until the bootstrap has succeeded or was refused, or until MAX_WAIT_MS have passed. */
async function waitForOutcome(installation: Installation): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS
  const isPending = () =>
    installation.mode() === 'degraded' && installation.status().reason === 'bootstrapping'
  await installation.settled()
  while (isPending() && performance.now() < end) await wait(100)
  await installation.settled()
}

async function requestInstallToken(
  agent_id: string,
  platform_url: string,
  workspace_id: string | undefined,
  key: () => string,
): Promise<string> {
  if (workspace_id === undefined)
    throw new UsageError(
      'The workspace is missing; name it with --workspace or SVC_WORKSPACE_ID, or pass an install token with --token.',
    )
  const response = await requestPlatform(platform_url, {
    path: `/workspaces/${encodeURIComponent(workspace_id)}/install-tokens`,
    headers: { 'X-API-Key': key() },
    body: { agent_id },
  })
  if (response.status === 404 && response.body['code'] === 'AGENT_NOT_FOUND')
    throw new CommandError(
      'This agent is not registered with the platform; register it first. Every change to the content of svc.yml gives the agent a new id, which must be registered again.',
    )
  return String(expectSuccess(response, 'create an install token')['token'])
}

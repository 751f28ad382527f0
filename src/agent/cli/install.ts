import { CommandError, UsageError } from '../../terminal/errors.ts'
import { formatFields } from '../../terminal/text.ts'
import { sha256Hex } from '../../domain/crypto/hash.ts'
import { keptIn } from '../installation/credentials-file.ts'
import { startInstallation, type Installation } from '../installation/installation.ts'
import { API_KEY, define, ISSUER, PLATFORM, suggesting, WORKSPACE } from './define.ts'
import { folderOf, openFolder } from './folder.ts'
import { apiKey, ask, fromEnv, good, issuerGiven, platformUrl } from './platform.ts'

const PATIENCE_MS = 20_000

/** `install`: lets the agent into a workspace and keeps its credentials. */
export const install = define({
  path: 'install',
  summary: 'Install the agent in a workspace',
  about:
    'Asks the platform for an install token, exchanges it for credentials, and keeps those in svc.credentials, mode 0600. With --token it uses a token that somebody else asked for, and needs no API key. `run` brings the installation on the air.',
  flags: {
    platform: PLATFORM,
    issuer: ISSUER,
    'api-key': API_KEY,
    workspace: WORKSPACE,
    token: {
      value: 'TOKEN',
      description: 'An install token, skt_...',
      fallback: 'SVC_INSTALL_TOKEN, else asks for one',
    },
    again: { description: 'Make another installation, though there are credentials here' },
  },
  examples: [
    'install --workspace ws_0198',
    'install --token skt_... --platform https://agents.example.com/api/v1',
  ],
  async work({ dir, platform, issuer, 'api-key': given, workspace, token, again }, _, terminal) {
    const agent = openFolder(folderOf(dir, terminal), terminal.program)
    const { svc_id, credentials_file, manifest, warnings } = agent
    const kept = keptIn(credentials_file)
    const platform_url = platformUrl(platform, terminal, kept)
    if (kept?.current && kept.agent_id === svc_id && kept.platform_url === platform_url && !again) {
      throw new CommandError(
        `This agent is installed at ${platform_url} already, as ${kept.current.installation_id}; \`${suggesting(terminal.program, dir)('run')}\` brings it on the air, and --again makes another installation.`,
      )
    }
    const workspace_id = workspace ?? fromEnv(terminal, 'SVC_WORKSPACE_ID')
    const install_token =
      token ??
      fromEnv(terminal, 'SVC_INSTALL_TOKEN') ??
      (await tokenFor(svc_id, platform_url, workspace_id, () => apiKey(given, terminal)))
    const problems: string[] = []
    const note = (facts: object, message: string) => {
      problems.push(problem(facts, message))
    }
    const installation = await startInstallation({
      platform_url,
      issuer: issuerGiven(issuer, terminal),
      credentials_file,
      agent_id: svc_id,
      workspace_id,
      install_token,
      installs_only: true,
      upstream_url: manifest.a2a.upstream_url,
      capabilities: manifest.capabilities.provides,
      logger: { debug: () => undefined, info: () => undefined, warn: note, error: note },
    })
    await decided(installation)
    const { installation_id, stored } = installation.status()
    const isNew =
      installation.mode() === 'running' &&
      installation.credentials()?.install_token_hash === sha256Hex(install_token)
    // Nobody serves yet, and the platform is told so.
    await installation.stop()
    if (!isNew)
      throw new CommandError(
        `The installation did not come about: ${problems.at(-1) ?? 'no answer'}. ${wayOut(token)}`,
      )
    if (!stored)
      throw new CommandError(
        `The agent is installed, but ${credentials_file} cannot be written; make room or give access, then install with --again.`,
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
  show: ({ installation_id, workspace_id, platform_url, credentials_file, warnings }, suggest) =>
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
      '',
      ...warnings.map((warning) => `Warning: ${warning}`),
      `Next: ${suggest('run')}`,
    ].join('\n'),
})

/** What went wrong, as the runtime told its log. */
function problem(facts: object, message: string): string {
  const { status, code, what } = facts as { status?: number; code?: string | null; what?: string }
  if (code === 'INSTALL_TOKEN_EXPIRED') return 'the install token has expired'
  if (code === 'INSTALL_TOKEN_CONSUMED') return 'the install token was used already'
  if (code === 'INVALID_INSTALL_TOKEN') return 'the platform does not know this install token'
  if (status !== undefined) return `the platform refuses it (${code ?? status})`
  return what === undefined ? message : `the platform gives no answer (${what})`
}

const wayOut = (token: string | undefined): string =>
  token === undefined
    ? 'Nothing was lost; try again.'
    : 'Ask for a new install token and try again.'

/** Waits until the exchange succeeded or was refused; through a bad patch of the network, but not for ever. */
async function decided(installation: Installation): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  const isOpen = () =>
    installation.mode() === 'degraded' && installation.status().reason === 'bootstrapping'
  await installation.settled()
  while (isOpen() && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 100))
  await installation.settled()
}

async function tokenFor(
  agent_id: string,
  platform_url: string,
  workspace_id: string | undefined,
  key: () => string,
): Promise<string> {
  if (workspace_id === undefined)
    throw new UsageError(
      'A workspace is missing: give one with --workspace or SVC_WORKSPACE_ID, or an install token with --token.',
    )
  const answer = await ask(platform_url, {
    path: `/workspaces/${encodeURIComponent(workspace_id)}/install-tokens`,
    headers: { 'X-API-Key': key() },
    body: { agent_id },
  })
  if (answer.status === 404 && answer.body['code'] === 'AGENT_NOT_FOUND')
    throw new CommandError(
      'The platform does not know this agent; register it first, also after every change of svc.yml, which makes a new agent of it.',
    )
  return String(good(answer, 'make an install token')['token'])
}

import { formatFields } from '../../terminal/text.ts'
import { did } from '../../domain/agents/identity.ts'
import { DEFAULT_PORT } from '../server/options.ts'
import { isLocal } from '../server/local-address.ts'
import { define, PLATFORM } from './define.ts'
import { folderOf, openFolder, type KeyedFolder } from './folder.ts'
import { requestProfile, platformUrl, type ApiResponse } from './platform.ts'
import { ownCredentials } from '../installation/credentials.ts'
import { readStoredCredentials } from '../installation/credentials-file.ts'

const HEALTH_TIMEOUT_MS = 3000

/** `status`: shows the state of the agent's folder, its process and its installation. */
export const status = define({
  path: 'status',
  summary: 'Show the state of the agent: its folder, its process and its registration',
  flags: {
    url: {
      value: 'URL',
      description: 'URL at which the agent is running',
      fallback:
        'the origin of a2a.upstream_url if it is on this machine, else http://127.0.0.1:8090',
    },
    platform: PLATFORM,
  },
  examples: ['status', 'status --json'],
  async execute({ dir, url, platform }, _, terminal) {
    const agent = openFolder(folderOf(dir, terminal), terminal.program)
    const stored = readStoredCredentials(agent.credentials_file)
    const platform_url = platformUrl(platform, terminal, stored)
    const own = ownCredentials(stored, agent.svc_id, platform_url)
    const [serving, profile] = await Promise.all([
      healthAt(url ?? addressOf(agent)),
      profileOf(requestProfile(platform_url, did(agent.svc_id), terminal, own)),
    ])
    return {
      svc_id: agent.svc_id,
      name: agent.manifest.name,
      version: agent.manifest.version,
      serving,
      platform: { url: platform_url, ...profile },
      installation: own?.current
        ? {
            installation_id: own.current.installation_id,
            workspace_id: own.workspace_id,
            token_expires_at: own.current.expires_at,
            paused: own.paused,
          }
        : null,
      stale_credentials: Boolean(stored?.current && !own),
      warnings: agent.warnings,
    }
  },
  show(
    { svc_id, name, version, serving, platform, installation, stale_credentials, warnings },
    suggest,
  ) {
    const rows = [
      ['Agent', `${name} ${version}`],
      ['Id', svc_id],
      [
        'Serving',
        serving.reachable
          ? `${serving.url}: ${serving.status}, ${serving.mode}`
          : `no response from ${serving.url}`,
      ],
      [
        'Platform',
        `${platform.url}: ${REGISTRATION_STATES[platform.state]}${platform.verification_status ? `, ${platform.verification_status}, reputation ${platform.reputation}` : ''}`,
      ],
      [
        'Installation',
        installation
          ? `${installation.installation_id}${installation.paused ? ', paused' : ''}, token until ${installation.token_expires_at}`
          : stale_credentials
            ? 'none; the stored credentials are for another version of the agent or another platform'
            : 'none',
      ],
    ] as const
    const next = nextStep(serving.reachable, platform.state, installation !== null)
    return [
      formatFields(rows),
      ...warnings.map((warning) => `Warning: ${warning}`),
      ...(next ? [`Next: ${suggest(next)}`] : []),
    ].join('\n')
  },
})

function nextStep(
  serves: boolean,
  registration: keyof typeof REGISTRATION_STATES,
  installed: boolean,
): string | undefined {
  if (!serves) return 'run'
  if (installed) return undefined
  return registration === 'registered' ? 'install --workspace WORKSPACE' : 'register'
}

const REGISTRATION_STATES = {
  registered: 'registered',
  unknown: 'not registered',
  unreachable: 'cannot be reached',
  unavailable: 'responds with an error; try again later',
  refused: 'refuses the request; check SVC_API_KEY or the credentials in this folder',
  no_credential: 'unknown; install the agent or set SVC_API_KEY to query it',
} as const

const addressOf = ({
  manifest: {
    a2a: { upstream_url },
  },
}: KeyedFolder): string =>
  isLocal(upstream_url) ? new URL(upstream_url).origin : `http://127.0.0.1:${DEFAULT_PORT}`

async function healthAt(
  url: string,
): Promise<{ url: string; reachable: boolean; status: string | null; mode: string | null }> {
  const health = await fetch(`${url.replace(/\/+$/, '')}/health`, {
    signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
  })
    .then((response) => response.json() as Promise<{ status?: unknown; mode?: unknown } | null>)
    .catch(() => null)
  return {
    url,
    reachable: health !== null,
    status: textOf(health?.status),
    mode: textOf(health?.mode),
  }
}

async function profileOf(requested: Promise<ApiResponse> | undefined): Promise<{
  state: keyof typeof REGISTRATION_STATES
  verification_status: string | null
  reputation: number | null
}> {
  const nothing = { verification_status: null, reputation: null }
  if (!requested) return { state: 'no_credential', ...nothing }
  const response = await requested.catch(() => undefined)
  if (!response) return { state: 'unreachable', ...nothing }
  if (response.status >= 300) return { state: stateOf(response.status), ...nothing }
  return {
    state: 'registered',
    verification_status: textOf(response.body['verification_status']),
    reputation: scoreOf(response),
  }
}

const stateOf = (status: number): keyof typeof REGISTRATION_STATES => {
  if (status === 404) return 'unknown'
  return status === 429 || status >= 500 ? 'unavailable' : 'refused'
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const scoreOf = ({ body }: ApiResponse): number | null => {
  const { score } = (body['reputation'] ?? {}) as { score?: unknown }
  return typeof score === 'number' ? score : null
}

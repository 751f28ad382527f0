/**
 * Walks through the life of an agent, request by request, and says what each of them means: against a sandbox of its own, or
 * against a registry that runs.
 */
import { parseArgs } from 'node:util'
import { narrator } from './quickstart/narrator.ts'
import { tellLife, type Stage } from './quickstart/story.ts'

const HELP = `npm run quickstart: an agent's whole life, request by request

  npm run quickstart
      against a sandbox of its own, in memory

  SVC_API_KEY=sk_live_... npm run quickstart -- --url http://127.0.0.1:8080/api/v1 --workspace ws_... --organization org_...
      against a registry that runs; it registers an agent and leaves it there, its installation revoked

Flags
  --url BASE_URL    Address of the API, with its version
  --workspace ID    Workspace to install the agent in (needed with --url)
  --organization ID Organization of the workspace, which is to own the agent (needed with --url)
  --issuer NAME     Name of the registry in signatures (default: the address without /api/v1)
  --key API_KEY     API key of the workspace's organization, on plan starter or higher (default SVC_API_KEY)
  --help            Show this`

const OPTIONS = {
  url: { type: 'string' },
  workspace: { type: 'string' },
  organization: { type: 'string' },
  issuer: { type: 'string' },
  key: { type: 'string' },
  help: { type: 'boolean' },
} as const

/** The command line is wrong: exit code 2. */
class Misunderstood extends Error {}

function flags() {
  try {
    return parseArgs({ options: OPTIONS }).values
  } catch (cause) {
    throw new Misunderstood((cause as Error).message.split('. ')[0])
  }
}

/** The registry that was named, or a sandbox that ends with this process. */
async function stageOf({
  url,
  workspace,
  organization,
  issuer,
  key = process.env['SVC_API_KEY'],
}: ReturnType<typeof flags>): Promise<Stage> {
  if (url === undefined) {
    const { startSandbox } = await import('../src/sandbox/sandbox.ts')
    const {
      facts: { base_url, organizations, issuer },
    } = await startSandbox(0)
    const { api_key, workspace_id, organization_id } = organizations.find(
      ({ plan }) => plan === 'enterprise',
    )!
    return { base_url, api_key, workspace_id, organization_id, issuer }
  }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Misunderstood(
      `--url must be an address like http://127.0.0.1:8080/api/v1, not "${url}"`,
    )
  if (workspace === undefined)
    throw new Misunderstood('--url needs --workspace, the workspace to install the agent in')
  if (key === undefined) throw new Misunderstood('--url needs an API key, in --key or SVC_API_KEY')
  if (organization === undefined)
    throw new Misunderstood('--url needs --organization, which is to own the agent')
  const base_url = url.replace(/\/+$/, '')
  return {
    base_url,
    api_key: key,
    workspace_id: workspace,
    organization_id: organization,
    issuer: issuer ?? base_url.replace(/\/api\/v1$/, ''),
  }
}

async function main(): Promise<void> {
  const given = flags()
  if (given.help) return console.log(HELP)
  const stage = await stageOf(given)
  const voice = narrator()
  voice.opening(
    'The life of an agent',
    `Every request goes to ${stage.base_url}${given.url === undefined ? ', a sandbox in memory that ends with this story' : ''}. Secrets are cut short.`,
  )
  await tellLife(stage, voice)
}

process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? 0 : 1),
)
try {
  await main()
  process.exit(0)
} catch (cause) {
  const hint = cause instanceof Misunderstood ? '. See: npm run quickstart -- --help' : ''
  console.error(`quickstart: ${(cause as Error).message}${hint}`)
  process.exit(cause instanceof Misunderstood ? 2 : 1)
}

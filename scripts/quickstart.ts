/**
 * Runs the lifecycle of an agent, request by request, and explains each step: against a sandbox of its own, or against an existing
 * registry.
 */
import { parseArgs } from 'node:util'
import { printer } from './quickstart/printer.ts'
import { runLifecycle, type Target } from './quickstart/steps.ts'

const HELP = `npm run quickstart: the lifecycle of an agent, request by request

  npm run quickstart
      against a sandbox of its own, in memory

  SVC_API_KEY=sk_live_... npm run quickstart -- --url http://127.0.0.1:8080/api/v1 --workspace ws_... --organization org_...
      against an existing registry; it registers an agent, which stays there with its installation revoked

Flags
  --url BASE_URL    Address of the API, with its version
  --workspace ID    Workspace to install the agent in (required with --url)
  --organization ID Organization of the workspace, which will own the agent (required with --url)
  --issuer NAME     Name of the registry in signatures (default: the address without /api/v1)
  --key API_KEY     API key of the workspace's organization, on the starter plan or higher (default SVC_API_KEY)
  --help            Show this help`

const OPTIONS = {
  url: { type: 'string' },
  workspace: { type: 'string' },
  organization: { type: 'string' },
  issuer: { type: 'string' },
  key: { type: 'string' },
  help: { type: 'boolean' },
} as const

/** Thrown for an invalid command line; the exit code is then 2. */
class UsageError extends Error {}

function flags() {
  try {
    return parseArgs({ options: OPTIONS }).values
  } catch (cause) {
    throw new UsageError((cause as Error).message.split('. ')[0])
  }
}

/** Returns the registry that the flags name, or a sandbox that ends with this process. */
async function targetOf({
  url,
  workspace,
  organization,
  issuer,
  key = process.env['SVC_API_KEY'],
}: ReturnType<typeof flags>): Promise<Target> {
  if (url === undefined) {
    const { startSandbox } = await import('../src/sandbox/sandbox.ts')
    const {
      info: { base_url, organizations, issuer },
    } = await startSandbox(0)
    const { api_key, workspace_id, organization_id } = organizations.find(
      ({ plan }) => plan === 'enterprise',
    )!
    return { base_url, api_key, workspace_id, organization_id, issuer }
  }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError(`--url must be an address like http://127.0.0.1:8080/api/v1, not "${url}"`)
  if (workspace === undefined)
    throw new UsageError('--url requires --workspace, the workspace to install the agent in')
  if (key === undefined) throw new UsageError('--url requires an API key, in --key or SVC_API_KEY')
  if (organization === undefined)
    throw new UsageError('--url requires --organization, which will own the agent')
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
  const target = await targetOf(given)
  const output = printer()
  output.intro(
    'The lifecycle of an agent',
    `Every request goes to ${target.base_url}${given.url === undefined ? ', a sandbox in memory that ends with this program' : ''}. Secrets are truncated.`,
  )
  await runLifecycle(target, output)
}

process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? 0 : 1),
)
try {
  await main()
  process.exit(0)
} catch (cause) {
  const hint = cause instanceof UsageError ? '. See: npm run quickstart -- --help' : ''
  console.error(`quickstart: ${(cause as Error).message}${hint}`)
  process.exit(cause instanceof UsageError ? 2 : 1)
}

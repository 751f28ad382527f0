import { DEFAULT_PORT, readConfig } from '../../config/config.ts'
import { readTracing, tracingSettings } from '../../config/tracing.ts'
import { isBuilt } from '../../dashboard/built.ts'
import { BUILD_FOLDER } from '../../dashboard/serve.ts'
import type { SandboxInfo } from '../../sandbox/sandbox.ts'
import { command } from '../../terminal/command.ts'
import { exitOnUncaughtException, firstSignal } from '../../terminal/signals.ts'
import { formatFields, formatTable } from '../../terminal/text.ts'

/** `sandbox`: runs a registry in memory, with known keys. */
export const sandbox = command({
  path: 'sandbox',
  summary: 'Run a registry in memory for experiments, with known keys',
  about: [
    'The same registry as `serve`, in memory, accessible only from this machine: one organization per plan and a second one on enterprise, each with a workspace and an API key that never changes; one operator who judges disputes; and one open invitation. Rate limits are a thousand times higher.',
    'The data of the examples in the contract exists, under their identifiers, in the organization org_acme: a tool that sends the examples with the key of this organization gets the documented responses. Its sessions last for eight hours, and the PINs and tokens of the examples can be used once.',
    'Mail and messages to the support chat are stored instead of sent: GET the mail URL to read them. The clock can be advanced: POST {"advance_seconds": n} to its URL, which responds once all jobs that became due have run. Both URLs change with every start.',
    'A reference agent runs alongside, installed in the workspace of the enterprise organization: it accepts tasks, renews its lease and refreshes its token, even when the clock is advanced. A small image registry with images that can be scanned runs alongside too.',
    '',
    `Environment variables: SVC_LOG_LEVEL (default warn); ${tracingSettings.map(({ name }) => name).join(', ')}, as for \`serve\`.`,
  ].join('\n'),
  flags: {
    port: {
      value: 'PORT',
      description: 'Port to listen on; 0 for any free port',
      fallback: `${DEFAULT_PORT}, or the first free port after it`,
    },
    issuer: {
      value: 'NAME',
      description: 'Name of this platform in signatures, a URL or a URN',
      fallback: 'a random urn:uuid',
    },
    json: {
      description:
        'Print one line of JSON when ready: base_url, issuer, organizations, operator_email, invitation, mail_url, clock_url, agent, images, examples',
    },
  },
  examples: ['sandbox', 'sandbox --port 0 --json'],
  async run({ port, issuer, json }, terminal) {
    const config = readConfig(
      { port, issuer, store: 'memory:' },
      { SVC_LOG_LEVEL: terminal.env['SVC_LOG_LEVEL'] || 'warn' },
    )
    const signalled = firstSignal()
    const { startSandbox } = await import('../../sandbox/sandbox.ts')
    const { info, serving, logger } = await startSandbox(
      port === undefined ? undefined : config.port,
      config.log_level,
      'memory:',
      { issuer: config.issuer, tracing: readTracing(terminal.env) },
    )
    exitOnUncaughtException(logger)
    const moved = port === undefined && new URL(info.base_url).port !== String(DEFAULT_PORT)
    terminal.print(json ? JSON.stringify(info) : welcome(info, moved))
    await signalled
    await serving.stop()
    return process.exit(0)
  },
})

/** Describes a sandbox. `moved` states whether the default port was in use. */
function welcome(info: SandboxInfo, moved: boolean): string {
  const { base_url, organizations, mail_url, clock_url, examples } = info
  const { api_key, organization_id, workspace_id, admin_email } = organizations.find(
    ({ plan }) => plan === 'enterprise',
  )!
  return [
    '',
    'The sandbox is ready: a complete registry in memory, whose data is lost when it stops. Ctrl-C stops it.',
    ...(moved ? [movedNotice(base_url)] : []),
    '',
    addresses(info, dashboardUrl(base_url, moved)),
    '',
    '  One organization per plan, and a second one on enterprise:',
    '',
    indented(
      formatTable(
        ['ORGANIZATION', 'API KEY'],
        organizations.map((organization) => [organization.organization_id, organization.api_key]),
      ),
    ),
    '',
    indented(
      formatTable(
        ['ORGANIZATION', 'WORKSPACE', 'ADMIN'],
        organizations.map((organization) => [
          organization.organization_id,
          organization.workspace_id,
          organization.admin_email,
        ]),
      ),
    ),
    '',
    `  The examples of the contract (${new URL('/api/v1/openapi.json', base_url).href}) belong to ${examples.organization_id}:`,
    '',
    formatFields(
      [
        ['X-API-Key', examples.api_key],
        ['Session', examples.session_token],
        ['Operator', examples.operator_token],
        ['Installation', examples.runtime_token],
      ],
      '  ',
    ),
    '',
    ...(isBuilt(BUILD_FOLDER) ? signInSteps(admin_email, mail_url) : []),
    'Try it in another terminal: list workspaces, route a task, register an agent, advance the clock.',
    '',
    `  curl ${base_url}/orgs/${organization_id}/workspaces \\\n    -H "X-API-Key: ${api_key}"`,
    '',
    `  curl ${base_url}/a2a/route \\\n    -H "X-API-Key: ${api_key}" \\\n    -H "Content-Type: application/json" -d '${exampleTask(workspace_id)}'`,
    '',
    `  curl ${base_url}/agents/register \\\n    -H "X-API-Key: ${api_key}" \\\n    -H "Content-Type: application/json" -d '${EXAMPLE_AGENT}'`,
    '',
    `  curl ${clock_url} \\\n    -d '{"advance_seconds": 600}'`,
    '',
  ].join('\n')
}

const movedNotice = (base_url: string): string =>
  `Port ${DEFAULT_PORT} is in use, perhaps by your own registry, so the sandbox uses port ${new URL(base_url).port}.`

/** Returns the address of the dashboard. Browsers share cookies among the ports of a host, so a sandbox that moved uses `localhost`. */
const dashboardUrl = (base_url: string, moved: boolean): string => {
  const url = new URL('/', base_url)
  if (moved) url.hostname = 'localhost'
  return url.href
}

const addresses = (
  { base_url, issuer, operator_email, invitation, mail_url, clock_url, agent, images }: SandboxInfo,
  dashboard_url: string,
): string =>
  formatFields(
    [
      ['API', base_url],
      ['Issuer', issuer],
      ...(isBuilt(BUILD_FOLDER) ? [['Dashboard', dashboard_url] as const] : []),
      ['Docs', new URL('/docs', base_url).href],
      ['Operator', operator_email],
      ['Invited', `${invitation.email}    to ${invitation.organization_id}, as ${invitation.role}`],
      ['Mail', mail_url],
      ['Clock', clock_url],
      ['Agent', agent.url],
      ['Skills', agent.skills.join(', ')],
      ['Images', images.join(', ')],
    ],
    '  ',
  )

const signInSteps = (email: string, mail_url: string): readonly string[] => [
  `  Sign in to the dashboard as ${email}; the PIN is the last one in the stored mail:`,
  `  curl -s ${mail_url} | grep -o 'PIN is [0-9]*'`,
  '',
]

const exampleTask = (workspace_id: string): string => `{
      "skill": "extract_invoice", "context": {"workspace_id": "${workspace_id}"},
      "message": "Invoice 2026-0117 of Paper Mill Ltd: 1280.50 EUR, due 2026-03-16."}`

/** The public key is that of the first test vector of RFC 8032. */
const EXAMPLE_AGENT = `{
      "svc_id": "my-first-agent", "name": "My first agent", "version": "1.0.0",
      "manifest_hash": "none-yet", "public_key": "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="}`

const indented = (text: string): string => text.replace(/^/gm, '  ')

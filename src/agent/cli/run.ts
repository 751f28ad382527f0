import { HEARTBEAT_INTERVAL_SECONDS } from '../../domain/limits.ts'
import type { Terminal } from '../../terminal/command.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { exitSoon, firstSignal } from '../../terminal/signals.ts'
import { formatFields, oneOf } from '../../terminal/text.ts'
import { processClock, withTimeout } from '../clock.ts'
import { readStoredCredentials } from '../installation/credentials-file.ts'
import type { ServingAgent } from '../process/serve-folder.ts'
import { DEFAULT_PORT } from '../server/options.ts'
import { AgentDefinitionError } from '../tasks/skills.ts'
import {
  API_KEY,
  define,
  ISSUER,
  ORGANIZATION,
  PLATFORM,
  suggestCommand,
  WORKSPACE,
  type Suggest,
} from './define.ts'
import { refuseChanged } from './bridge-pin.ts'
import { folderOf, loadSkills, openFolder, type KeyedFolder } from './folder.ts'
import { registerAndInstallWith } from './go-online.ts'
import { createJsonLogger, LOG_LEVELS, type LogLevel } from './json-logger.ts'
import { parsePort, parseHeartbeatSeconds } from './numbers.ts'
import { apiKey, fromEnv, parseIssuer, platformUrl } from './platform.ts'

/** How long the ready message waits for the platform's response. */
const STARTUP_WAIT_MS = 3000

/** `run`: serves the agent until it is stopped or its organization ends the installation. */
export const run = define({
  path: 'run',
  summary: 'Serve the agent, online if it is installed',
  about: [
    'Serves the skills of skills.mjs (or of the file that `entry` names), and those that a command or a local service runs, on the port of a2a.upstream_url. With credentials or an install token the agent goes online: it renews its lease and executes the commands of its organization. Without them, or while the platform is unavailable, it serves requests without the platform. --register does what `register` and `install` do, before the first start.',
    'Logs are JSON lines on stderr. On SIGTERM or Ctrl-C it finishes the accepted tasks and reports that it has stopped.',
    '',
    'Environment variables: SVC_PLATFORM_URL, SVC_INSTALL_TOKEN, SVC_API_KEY (to recover the installation if its credentials are refused), SVC_ORGANIZATION_ID, SVC_WORKSPACE_ID, SVC_ISSUER, SVC_LOG_LEVEL (debug, info, warn, error, silent).',
  ].join('\n'),
  flags: {
    port: {
      value: 'PORT',
      description: 'Port to listen on; 0 for any free port',
      fallback: `the port of a2a.upstream_url, else ${DEFAULT_PORT}`,
    },
    host: {
      value: 'HOST',
      description: 'Address to listen on; 0.0.0.0 for all interfaces',
      default: '127.0.0.1',
    },
    capabilities: {
      value: 'LIST',
      description: 'Skills to offer for routing, separated by commas',
      fallback: 'capabilities.provides of svc.yml',
    },
    token: {
      value: 'TOKEN',
      description: 'An install token, for the first start',
      fallback: 'SVC_INSTALL_TOKEN',
    },
    heartbeat: {
      value: 'SECONDS',
      description: `Seconds between heartbeats, ${HEARTBEAT_INTERVAL_SECONDS.min} to ${HEARTBEAT_INTERVAL_SECONDS.max}`,
      fallback: 'set by the platform',
    },
    register: { description: 'Register and install the agent first, unless it is installed' },
    platform: PLATFORM,
    issuer: ISSUER,
    'api-key': API_KEY,
    organization: ORGANIZATION,
    workspace: WORKSPACE,
  },
  examples: [
    'run',
    'run --register',
    'run --capabilities greet --port 9000',
    'run --token skt_... --platform https://agents.example.com/api/v1',
  ],
  async execute(given, _, terminal) {
    const suggest = suggestCommand(terminal.program, given.dir)
    const dir = folderOf(given.dir, terminal)
    const folder = openFolder(dir, terminal.program)
    const platform_url = platformUrl(
      given.platform,
      terminal,
      readStoredCredentials(folder.credentials_file),
    )
    const logger = createJsonLogger(parseLogLevel(terminal))
    const reason = folder.manifest.bridge && (await refuseChanged(folder, terminal, given.dir))
    if (reason !== undefined)
      logger.warn({ reason }, 'the foreign agent could not be compared with svc.yml')
    if (given.register) await registerAndInstallWith(given, dir, terminal)
    const installation = {
      install_token: given.token ?? fromEnv(terminal, 'SVC_INSTALL_TOKEN'),
      api_key: optionalKey(given['api-key'], terminal),
      workspace_id: given.workspace ?? fromEnv(terminal, 'SVC_WORKSPACE_ID'),
      heartbeat_interval_seconds: parseHeartbeatSeconds(given.heartbeat),
    }
    const issuer = parseIssuer(given.issuer, terminal)
    const port = parsePort(given.port)
    // Only this command loads the server, so that the others start faster.
    const { serveFolder } = await import('../process/serve-folder.ts')
    for (const warning of folder.warnings) logger.warn({}, warning)
    const { key, svc_id } = folder
    const { skills, chat } = needsEntry(folder)
      ? await loadSkills(folder.entry)
      : { skills: {}, chat: undefined }
    // Signals are handled before the agent reports that it is ready, because it may be stopped from then on.
    const stop = firstSignal()
    const serving = await serveFolder({
      folder: { ...folder, self: { key, svc_id } },
      skills,
      chat,
      logger,
      host: given.host,
      platform_url,
      issuer,
      port,
      installation,
      capabilities: given.capabilities
        ?.split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    }).catch(refuseDefinition)
    if (serving.installation)
      await withTimeout(
        processClock,
        STARTUP_WAIT_MS,
        serving.installation.settled(),
        () => undefined,
      )
    if (serving.installation?.mode() === 'stopped')
      await refuseEnded(serving, serving.installation.status().reason, suggest)
    return { serving, stop, suggest, ready: readyOf(serving, folder) }
  },
  data: ({ ready }) => ready,
  show: ({ ready }, suggest) => banner(ready, suggest),
  async afterPrint({ serving, stop, suggest }, terminal) {
    const reason = await Promise.race([stop, serving.ended])
    await serving.stop()
    exitSoon()
    if (reason === undefined || reason === 'terminated') return 0
    terminal.printError(`svc-agent: ${endedMessage(reason, suggest)}`)
    return 1
  },
})

/** Returns whether functions are to be loaded. Skills that have `run` need none. */
const needsEntry = ({ manifest: { entry, skills } }: KeyedFolder): boolean =>
  entry !== undefined || skills.some(({ run: external }) => external === undefined)

/** Stops an agent whose installation has already ended, instead of reporting it as ready. */
async function refuseEnded(
  serving: ServingAgent,
  reason: string,
  suggest: Suggest,
): Promise<never> {
  await serving.stop()
  exitSoon()
  throw new CommandError(endedMessage(reason, suggest))
}
const endedMessage = (reason: string, suggest: Suggest): string =>
  `The platform ended this installation (${reason}); \`${suggest('install --again')}\` creates a new one.`

/** Returns the state of the started agent, for people and programs. */
function readyOf(
  { agent, installation, url }: ServingAgent,
  { manifest: { name, skills } }: KeyedFolder,
) {
  const { mode, reason, installation_id } = installation?.status() ?? {
    mode: 'degraded' as const,
    reason: 'not_installed',
    installation_id: null,
  }
  return {
    url,
    svc_id: agent.svc_id,
    name,
    skills: skills.map((skill) => skill.name),
    capabilities: agent.capabilities,
    mode,
    reason,
    installation_id,
  }
}

function banner(
  { url, svc_id, name, skills, mode, reason, installation_id }: ReturnType<typeof readyOf>,
  suggest: Suggest,
): string {
  const isStandalone = reason === 'not_installed'
  const state =
    mode === 'running'
      ? `running, as installation ${installation_id}`
      : `degraded, because ${DEGRADED_BECAUSE[reason] ?? reason}; it serves without the platform`
  return [
    '',
    `${name} is ready. Ctrl-C stops it.`,
    '',
    formatFields(
      [
        ['Agent', url],
        ['Card', `${url}/.well-known/agent.json`],
        ['Skills', skills.join(', ')],
        ['Id', svc_id],
        ['Mode', state],
      ],
      '  ',
    ),
    '',
    `Try it, in another terminal: ${suggest(`call ${url} ${skills[0]} --text Ada`)}`,
    ...(isStandalone
      ? [
          `To bring it online: ${suggest('register')}, ${suggest('install')}, and ${suggest('run')} again.`,
        ]
      : []),
    '',
  ].join('\n')
}

/** Explanations of why an agent is degraded, by the runtime's reason. */
const DEGRADED_BECAUSE: Readonly<Record<string, string>> = {
  not_installed: 'it is not installed',
  bootstrapping: 'the platform has not responded yet',
  recovering: 'the platform has not responded yet',
  bootstrap_refused: 'the platform refused the install token',
  recovery_refused: 'the platform refused the recovery',
  credentials_refused: 'the platform refused its credentials',
  no_credentials: 'this agent has no credentials for this platform',
}

/** Reports an invalid definition in one line. */
function refuseDefinition(cause: unknown): never {
  if (cause instanceof AgentDefinitionError)
    throw new CommandError(`The definition of the agent is invalid: ${cause.faults.join('; ')}.`)
  throw cause
}

function parseLogLevel(terminal: Terminal): LogLevel {
  const given = fromEnv(terminal, 'SVC_LOG_LEVEL') ?? 'info'
  const level = LOG_LEVELS.find((known) => known === given)
  if (level === undefined)
    throw new UsageError(
      `SVC_LOG_LEVEL must be ${oneOf(LOG_LEVELS)}, not ${JSON.stringify(given)}.`,
    )
  return level
}

const optionalKey = (given: string | undefined, terminal: Terminal): string | undefined =>
  (given ?? fromEnv(terminal, 'SVC_API_KEY')) ? apiKey(given, terminal) : undefined

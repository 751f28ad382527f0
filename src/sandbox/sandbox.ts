import { randomBytes } from 'node:crypto'
import { createApp, type App } from '../app/app.ts'
import { createClock, type Clock } from '../system.ts'
import { DEFAULT_PORT, readConfig, type Config } from '../config/config.ts'

import type { Services } from '../handlers/services.ts'
import type { Logger } from 'pino'
import { httpAgentCaller } from '../ports/agent-caller.ts'
import { httpExportSender } from '../ports/exports/sender.ts'
import { capturingMailer, type Mailer } from '../ports/mailer.ts'
import { startServing, reservePort, type ReservedPort, type RunningPlatform } from '../app/serve.ts'
import {
  seedStore,
  SANDBOX_OPERATOR,
  SANDBOX_ORGANIZATIONS,
  type SandboxInvitation,
  type SandboxOrganization,
} from './fixtures.ts'
import { withExampleAgent, withExampleDestinations } from './examples/counterparts.ts'
import { ACME } from './examples/people.ts'
import { EXAMPLE_MASTER_KEY, keepOnline, seedExamples } from './examples/seed.ts'
import { exampleAccess, type ExampleAccess } from './examples/access.ts'
import { buildImage } from './images/build.ts'
import { SANDBOX_IMAGES } from './images/images.ts'
import { startImageRegistry, type ImageRegistry } from './images/registry.ts'
import { startReferenceAgent, type AgentInfo } from './reference-agent.ts'
import { sandboxRoutes } from './routes.ts'
import type { Chat } from '../ports/chat.ts'

/** The addresses and contents of a sandbox, as `sandbox --json` prints them. */
export interface SandboxInfo {
  readonly base_url: string
  /** The name of this platform in signatures. Agents that sign are configured with it. */
  readonly issuer: string
  readonly organizations: readonly SandboxOrganization[]
  /** The person who judges disputes. Like the others, they sign in with a PIN from the stored mail. */
  readonly operator_email: string
  /** An invitation that is open when the sandbox starts. The invited person signs in to accept or decline it. */
  readonly invitation: SandboxInvitation
  readonly mail_url: string
  readonly clock_url: string
  readonly agent: AgentInfo
  /** References of the images that can be scanned. */
  readonly images: readonly string[]
  /** The organization of the contract's examples, with the credentials with which its examples can be sent. */
  readonly examples: ExampleAccess
}
export interface Sandbox {
  readonly info: SandboxInfo
  readonly serving: RunningPlatform
  readonly logger: Logger
  /** For tests in the same process. */
  readonly services: Pick<Services, 'store' | 'now'>
  readonly clock: Clock
}

/** The keys of a sandbox are published, so no other machine may reach it. */
const LOOPBACK = '127.0.0.1'
/** Multiplies all rate limits, so that fuzzers and test suites do not reach them. */
const RATE_LIMIT_FACTOR = 1000

/** Allows plain HTTP, and the addresses of this machine, where the agents of the sandbox run. */
const LOCAL_OUTGOING = { http: true, allow: ['localhost', '127.0.0.0/8', '::1'] }

/** Leaves out default destinations of exports, so that an experiment does not trigger real alerts. */
const NO_DESTINATIONS = { logs: {}, collector: {}, alerts: {} }
/** Configures every support channel. No message leaves the sandbox. */
const SUPPORT = {
  mail: 'support@sandbox.example',
  csm: 'success@sandbox.example',
  chat: { url: 'https://chat.sandbox.example/', format: 'slack' },
} as const

/** Settings of a sandbox that have no fixed value. */
export interface SandboxOptions {
  readonly issuer?: string | undefined
  readonly tracing?: Config['tracing']
}

/**
 * Starts a registry with known keys for every plan, stored mail and a clock that can be advanced. It is in memory unless `store` names
 * another store. Without a port it takes the first free one from 8080, so that it can run alongside a registry. It records no traces unless
 * `tracing` says where to send them.
 */
export async function startSandbox(
  port: number | undefined,
  log_level: Config['log_level'] = 'warn',
  store = 'memory:',
  { issuer, tracing }: SandboxOptions = {},
): Promise<Sandbox> {
  const reserved = await (port === undefined ? reserveFirst() : reservePort(LOOPBACK, port))
  const defaults = readConfig({ host: LOOPBACK, port: String(reserved.port), store, issuer }, {})
  const clock = createClock()
  const registry = await startImages(clock)
  const config = configure({ ...defaults, log_level, tracing }, registry)
  const mail = capturingMailer(clock.now)
  const app = await createSandboxApp(config, clock, mail)
  const invitation = await seedStore(app.services, app.jobs.platformContext)
  await seedExamples(app)
  const installation = keepOnline(app)

  const path = `/_sandbox/${randomBytes(24).toString('base64url')}`
  app.express.use(
    path,
    sandboxRoutes({
      clock,
      mail,
      runUntilIdle: (first) => serving.jobs.runUntilIdle(first),
      catchUp: () => Promise.all([agent.catchUp(), installation.renew()]),
      problem: app.dispatcher.problem,
      hosts: hostsAt(reserved.port),
    }),
  )
  const serving = await startServing(app, reserved)

  const base_url = `${config.public_url}/api/v1`
  const agent = await startReferenceAgent({
    base_url,
    issuer: app.services.issuer,
    publisher: organization('enterprise_2'),
    user: organization('enterprise'),
    clock,
    logger: app.logger,
  })
  const stop = async () => {
    installation.stop()
    await agent.stop()
    await serving.stop()
    registry.stop()
  }
  const info = {
    base_url,
    issuer: app.services.issuer,
    organizations: SANDBOX_ORGANIZATIONS,
    operator_email: SANDBOX_OPERATOR,
    invitation,
    mail_url: `${config.public_url}${path}/mail`,
    clock_url: `${config.public_url}${path}/clock`,
    agent: agent.info,
    images: SANDBOX_IMAGES.map(({ ref }) => ref),
    examples: exampleAccess(),
  }
  return { info, serving: { ...serving, stop }, clock, logger: app.logger, services: app.services }
}

/** How many ports a sandbox tries after the default one. */
const TRIED_PORTS = 20

/** Binds the first port that is not in use. */
async function reserveFirst(port = DEFAULT_PORT): Promise<ReservedPort> {
  try {
    return await reservePort(LOOPBACK, port)
  } catch (cause) {
    if (
      (cause as NodeJS.ErrnoException).code !== 'EADDRINUSE' ||
      port >= DEFAULT_PORT + TRIED_PORTS
    )
      throw cause
    return reserveFirst(port + 1)
  }
}

const startImages = async (clock: Clock): Promise<ImageRegistry> =>
  startImageRegistry(await Promise.all(SANDBOX_IMAGES.map((spec) => buildImage(spec, clock.now()))))

/** Assembles the platform of a sandbox, which simulates the agent and the log destinations of the examples. */
const createSandboxApp = (config: Config, clock: Clock, mail: Mailer): Promise<App> =>
  createApp(config, {
    clock,
    mailer: mail,
    chat: recordingChat(mail),
    agentCaller: withExampleAgent(httpAgentCaller(config.outgoing)),
    exportSender: withExampleDestinations(httpExportSender(config.outgoing, config.exports)),
  })

const organization = (slug: string): SandboxOrganization =>
  SANDBOX_ORGANIZATIONS.find(({ organization_id }) => organization_id === `org_sandbox_${slug}`)!

/** Configures a sandbox, which connects to another machine only if a caller or `tracing` names its address. */
const configure = (defaults: Config, registry: ImageRegistry): Config => ({
  ...defaults,
  rate_limit_factor: RATE_LIMIT_FACTOR,
  key_source: { kind: 'setting', keys: [EXAMPLE_MASTER_KEY] },
  outgoing: LOCAL_OUTGOING,
  exports: NO_DESTINATIONS,
  support: { ...defaults.support, ...SUPPORT },
  images: imagesIn(registry),
})

/** Returns the Host headers that name this machine. Clients leave out the default port of HTTP. */
const hostsAt = (port: number): readonly string[] =>
  [LOOPBACK, 'localhost'].flatMap((host) => [`${host}:${port}`, ...(port === 80 ? [host] : [])])

const imagesIn = ({ host, url }: ImageRegistry): Config['images'] => ({
  registries: [
    {
      host,
      url,
      credentials: null,
      auth_hosts: [],
      namespaces: {
        '*': [...SANDBOX_ORGANIZATIONS, ACME].map(({ organization_id }) => organization_id),
      },
    },
  ],
  scanner: null,
})

/** Creates the support chat of a sandbox, which stores messages together with the mail, addressed to a channel. */
const recordingChat = (outbox: Mailer): Chat => ({
  async post({ title, facts, text }) {
    await outbox.send({
      id: 'chat',
      to: '#support',
      subject: title,
      text: [...facts.map(([name, value]) => `${name}: ${value}`), '', text].join('\n'),
    })
    return { kind: 'sent' }
  },
  close: () => undefined,
})

import { randomBytes } from 'node:crypto'
import { createApp } from '../app.ts'
import { createClock } from '../clock.ts'
import { readConfig, type Config } from '../config.ts'
import type { Logger } from 'pino'
import { keepingMailer } from '../ports/mailer.ts'
import { startServing, takePort, type Serving } from '../serve.ts'
import { plant, SANDBOX_ORGANIZATIONS, type SandboxOrganization } from './fixtures.ts'
import { sandboxRoutes } from './routes.ts'

/** Where a sandbox is and what is in it; the line that `sandbox --json` prints. */
export interface SandboxFacts {
  readonly base_url: string
  readonly organizations: readonly SandboxOrganization[]
  readonly mail_url: string
  readonly clock_url: string
}
export interface Sandbox { readonly facts: SandboxFacts; readonly serving: Serving; readonly logger: Logger }

/** Nobody else's machine is meant to reach a registry whose keys are published. */
const LOOPBACK = '127.0.0.1'
/** Fuzzers and test suites are welcome. */
const RAISED_RATE_LIMITS = 1000

/** Agents of the sandbox run beside it. */
const THIS_MACHINE = { http: true, allow: ['localhost', '127.0.0.0/8', '::1'] }

/** Starts a whole registry in memory, with known keys for every plan, a mail outbox and a clock that can be moved. */
export async function startSandbox(port: number, log_level: Config['log_level'] = 'warn'): Promise<Sandbox> {
  const taken = await takePort(LOOPBACK, port)
  const config: Config = { ...readConfig({ host: LOOPBACK, port: String(taken.port), store: 'memory:' }, {}), log_level, rate_limit_factor: RAISED_RATE_LIMITS, outgoing: THIS_MACHINE }
  const clock = createClock()
  const mail = keepingMailer(clock.now)
  const app = await createApp(config, { clock, mailer: mail })
  await plant(app.services, app.jobs.act)

  const path = `/_sandbox/${randomBytes(24).toString('base64url')}`
  const hosts = [LOOPBACK, 'localhost'].flatMap((host) => [`${host}:${taken.port}`, ...(taken.port === 80 ? [host] : [])])
  app.express.use(path, sandboxRoutes({ clock, mail, settle: () => serving.jobs.settle(), problem: app.dispatcher.problem, hosts }))
  const serving = await startServing(app, taken)

  const { public_url } = config
  const facts = { base_url: `${public_url}/api/v1`, organizations: SANDBOX_ORGANIZATIONS, mail_url: `${public_url}${path}/mail`, clock_url: `${public_url}${path}/clock` }
  return { facts, serving, logger: app.logger }
}

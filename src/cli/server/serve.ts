import { flushCompileCache } from 'node:module'
import type { App } from '../../app.ts'
import { DEFAULT_STORE, readConfig, type Config } from '../../config.ts'
import { banner } from './banner.ts'
import { CONFIG_FLAG, unknownSettingWarnings, loadSettings } from '../arguments/settings.ts'
import { command } from '../../terminal/command.ts'
import type { FirstOrganization } from './first-organization.ts'
import type { TakenPort } from '../../serve.ts'
import { exitOnUncaughtException, firstSignal } from '../../terminal/signals.ts'

/** A JSON store is written whole with every change; beyond this it gets slow. */
const JSON_STORE_COMFORTABLE = 5000

/** `serve`: runs the registry until it is asked to stop. */
export const serve = command({
  path: 'serve',
  summary: 'Run the registry',
  about: [
    'Serves the API under /api/v1, the dashboard at / and the documentation under /docs, with /healthz and /readyz beside them; /metrics has a port of its own. Logs are JSON lines on stderr. On SIGTERM or Ctrl-C it finishes the requests it has accepted.',
    'A store that is empty gets a first organization, whose API key is shown once.',
    '',
    'Settings come from flags, else from the environment (SVC_...), else from a file of NAME=VALUE lines. `check-config` shows all of them and what is wrong; docs/operating.md says what each does.',
  ].join('\n'),
  flags: {
    ...CONFIG_FLAG,
    host: {
      value: 'HOST',
      description: 'Address to listen on; 0.0.0.0 for all',
      fallback: '127.0.0.1',
    },
    port: { value: 'PORT', description: 'Port to listen on; 0 for any free one', fallback: '8080' },
    store: {
      value: 'ADDRESS',
      description: 'sqlite:PATH, json:PATH, memory: or postgres://USER@HOST/DATABASE',
      fallback: DEFAULT_STORE,
    },
    'public-url': {
      value: 'URL',
      description: 'Address under which clients reach the registry',
      fallback: 'http://HOST:PORT',
    },
    issuer: {
      value: 'NAME',
      description: 'Name of this platform in signatures, an address or a URN',
      fallback: 'the public URL',
    },
    'metrics-port': {
      value: 'PORT',
      description: 'Port of its own for /metrics; 0 for any free one',
      fallback: 'no metrics',
    },
    'metrics-host': {
      value: 'HOST',
      description: 'Address on which /metrics listens',
      fallback: '127.0.0.1',
    },
    'trust-proxy': {
      value: 'NETWORKS',
      description: 'Networks of the proxies in front, whose X-Forwarded-For is read',
      fallback: 'none',
    },
  },
  examples: [
    'serve',
    'serve --host 0.0.0.0 --store sqlite:/var/lib/registry.db --public-url https://agents.example.com',
    'serve --config /etc/svc-registry.env',
  ],
  async run(flags, terminal) {
    const gathered = loadSettings(terminal.env, flags)
    const asked = readConfig(flags, gathered.env)
    const signalled = firstSignal()
    const [{ createApp }, { startServing, takePort }] = await Promise.all([
      import('../../app.ts'),
      import('../../serve.ts'),
    ])
    const port = await takePort(asked.host, asked.port)
    const metricsPort = asked.metrics && (await takePort(asked.metrics.host, asked.metrics.port))
    const config = readConfig({ ...flags, port: String(port.port) }, gathered.env)
    const app = await createApp(config)
    exitOnUncaughtException(app.logger)
    let first: FirstOrganization | undefined
    const serving = await startServing(app, port, async () => {
      const { initializeEmptyStore: beginEmptyStore } = await import('./first-organization.ts')
      first = await beginEmptyStore(app, config.store, terminal.interactive)
      return [...(await openDoors(app, config)), ...(await openMetrics(app, metricsPort))]
    })
    const crowded = await isCrowded(app, config)
    const unknown = unknownSettingWarnings(gathered)
    if (!terminal.interactive) warn(app, config, crowded)
    for (const sentence of unknown) app.logger.warn(sentence)
    terminal.print(
      banner({
        config,
        issuer: app.services.issuer,
        first,
        oversized: crowded,
        warnings: unknown,
        program: terminal.program,
        settings: gathered,
        metrics_port: metricsPort?.port,
      }),
    )
    // Node writes its cache at an orderly end only: a process that is always killed would compile the whole program at each start.
    flushCompileCache()
    await signalled
    await serving.stop()
    return process.exit(0)
  },
})

/** Brings the metrics to their own port, where there is one. */
async function openMetrics(
  { metrics }: App,
  port: TakenPort | undefined,
): Promise<readonly { close(): unknown }[]> {
  if (!port) return []
  const { createMetricsServer } = await import('../../operations.ts')
  const server = createMetricsServer(metrics)
  await port.handTo(server)
  return [
    {
      close() {
        server.close()
        server.closeAllConnections()
      },
    },
  ]
}

/** The way in for operator commands, where the store has no other. */
async function openDoors(
  { services, clock, logger }: App,
  { store: address }: Config,
): Promise<readonly { close(): unknown }[]> {
  if (!address.startsWith('json:')) return []
  const [
    { openControlSocket },
    { operatorContext: operatorAct },
    { operatorCommands },
    { storePath },
    { pin },
  ] = await Promise.all([
    import('../operator/control-socket.ts'),
    import('../operator/run-command.ts'),
    import('../operator/commands.ts'),
    import('../../store/address.ts'),
    import('../../domain/secrets.ts'),
  ])
  const { store, signer, images, master_key } = services
  const pins = async () => (challenge_id: string) => pin(master_key, challenge_id)
  const carryOut = async ({
    command: path,
    args,
    user,
  }: {
    command: string
    args: unknown
    user: string
  }) => {
    const known = operatorCommands.find((candidate) => candidate.path === path)
    if (!known) throw new Error(`it does not know the command ${path}`)
    const act = () => operatorAct(clock.now(), user)
    return known.work(
      { store, now: clock.now, act, signer: async () => signer, pins, images: async () => images },
      args as never,
    )
  }
  try {
    return [await openControlSocket(storePath(address)!, carryOut)]
  } catch (cause) {
    logger.warn(
      { reason: (cause as Error).message },
      'operator commands cannot reach this store while it is served: there can be no socket beside it',
    )
    return []
  }
}

async function isCrowded(
  { services: { store } }: App,
  { store: address }: Config,
): Promise<boolean> {
  if (!address.startsWith('json:')) return false
  let installations = 0
  for (const { organization_id } of await store.listOrganizations({})) {
    installations += (
      await store.listInstallations({ organization_id, limit: JSON_STORE_COMFORTABLE + 1 })
    ).length
  }
  return installations > JSON_STORE_COMFORTABLE
}

/** What the banner says too, for those who read logs. */
function warn({ logger }: App, { smtp, support }: Config, crowded: boolean): void {
  if (!smtp)
    logger.warn(
      'no mail server is configured, so `svc-registry pin show` has to read PINs; set SVC_SMTP_URL and SVC_MAIL_FROM',
    )
  if (!support.mail && !support.chat)
    logger.warn(
      'no support mailbox and no chat is configured, so requests for support wait in `svc-registry ticket list`; set SVC_SUPPORT_MAIL',
    )
  if (crowded)
    logger.warn(
      `this json: store holds more than ${JSON_STORE_COMFORTABLE} installations and is written whole with every change; move to a sqlite: store`,
    )
}

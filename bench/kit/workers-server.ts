/** The platform for `bench/workers.ts`, like `serve --workers` with raised rate limits: `bench/kit/workers-server.ts STORE WORKERS`. */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createApp } from '../../src/app/app.ts'
import { startServing } from '../../src/app/serve.ts'
import { WORKER_VARIABLE, type WorkerStart } from '../../src/app/workers/messages.ts'
import { Supervisor } from '../../src/app/workers/supervisor.ts'
import { supervisorChannel } from '../../src/app/workers/worker.ts'
import { readConfig } from '../../src/config/config.ts'
import { newFleet, registerSigningAgent, type Fleet } from './fleet.ts'

export interface WorkersServerInfo extends Fleet {
  readonly port: number
  /** The identifier and the seed of an agent that can sign. */
  readonly signing_agent: string
  readonly seed: string
}

const [store = '', workers = '2'] = process.argv.slice(2)
const INSTALLATIONS = 256
const config = {
  ...readConfig({ store }, { SVC_MASTER_KEY: 'ab'.repeat(32), SVC_ISSUER: 'https://bench.test' }),
  log_level: 'silent',
  rate_limit_factor: 1e9,
} as const
const channel = supervisorChannel(process.env)
if (channel) {
  const app = await createApp(config, { peers: channel.peers })
  const serving = await startServing(app, channel.port)
  channel.ready()
  await channel.stopped
  await serving.stop()
  process.exit()
}

const info = await fill()
const listener = createServer({ pauseOnConnect: true, allowHalfOpen: true })
listener.listen(0, '127.0.0.1')
await once(listener, 'listening')
const { port } = listener.address() as AddressInfo
const start: WorkerStart = {
  workers: Number(workers),
  port,
  metrics_port: undefined,
  shared_settings: '',
  first: false,
}
const supervisor = new Supervisor({
  workers: start.workers,
  listener,
  fork: () =>
    fork(process.argv[1]!, process.argv.slice(2), {
      env: { ...process.env, [WORKER_VARIABLE]: JSON.stringify(start) },
    }),
  logger: { info: () => undefined, warn: console.error, error: console.error },
})
await supervisor.start()
process.send!({ ...info, port } satisfies WorkersServerInfo)
process.once('message', () => void supervisor.stop().then(() => process.exit()))
process.once('disconnect', () => process.exit())

/** Creates a fleet, and an agent whose key the benchmark has. */
async function fill(): Promise<Omit<WorkersServerInfo, 'port'>> {
  const { jobs, services } = await createApp(config)
  const fleet = await newFleet(jobs, INSTALLATIONS)
  const signing_agent = `signing-agent-${randomBytes(4).toString('hex')}`
  const seed = await registerSigningAgent(jobs, signing_agent, fleet.organization_id)
  await services.store.close()
  return { ...fleet, signing_agent, seed }
}

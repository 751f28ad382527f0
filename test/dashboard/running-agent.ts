import { join } from 'node:path'
import { startInstallation, type Installation } from '../../src/agent/index.ts'
import { ISSUER } from '../http/platform.ts'
import { newFolder } from '../kit/folder.ts'

const QUIET = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
const running: Installation[] = []

interface AgentOptions {
  readonly origin: string
  readonly agent_id: string
  readonly install_token: string
  readonly health?: () => object
}

/** Starts the runtime of `svc-agent` with a token from the dashboard, a heartbeat every five seconds and command handling. */
export async function startAgent({
  origin,
  agent_id,
  install_token,
  health,
}: AgentOptions): Promise<Installation> {
  const installation = await startInstallation({
    platform_url: `${origin}/api/v1`,
    issuer: ISSUER,
    credentials_file: join(newFolder(), 'svc.credentials'),
    agent_id,
    install_token,
    heartbeat_interval_seconds: 5,
    upstream_url: 'https://agents.acme.example/a2a/tasks',
    capabilities: ['extract_invoice', 'summarize'],
    logger: QUIET,
    health,
  })
  running.push(installation)
  await installation.settled()
  return installation
}

export const stopAgents = (): Promise<unknown> =>
  Promise.all(running.splice(0).map((one) => one.stop()))

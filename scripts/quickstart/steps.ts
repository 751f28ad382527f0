import { newAgent } from './agent.ts'
import { createSteps } from './client.ts'
import type { printer } from './printer.ts'
import { register } from './register.ts'
import { install } from './install.ts'
import { retire } from './retire.ts'
import { run } from './run.ts'
import { trust } from './trust.ts'

/** The registry that the steps use. */
export interface Target {
  readonly base_url: string
  readonly api_key: string
  readonly workspace_id: string
  readonly organization_id: string
  readonly issuer: string
}
export type StepContext = ReturnType<typeof createContext>

const createContext = (
  { base_url, api_key, workspace_id, organization_id, issuer }: Target,
  output: ReturnType<typeof printer>,
) => ({
  ...createSteps(base_url, output),
  output,
  workspace_id,
  owner: { organization_id, issuer },
  withKey: { 'X-API-Key': api_key },
  bearer: (token: string) => ({ Authorization: `Bearer ${token}` }),
})

/** Runs the lifecycle of one agent, from its key pair to its audit records. */
export async function runLifecycle(
  target: Target,
  output: ReturnType<typeof printer>,
): Promise<void> {
  const context = createContext(target, output)
  const agent = newAgent()
  await register(context, agent)
  const credentials = await install(context, agent)
  const keys = await trust(context, agent)
  const runtime_token = await run(context, credentials, keys)
  await retire(context, { ...credentials, runtime_token, svc_id: agent.registration.svc_id })
}

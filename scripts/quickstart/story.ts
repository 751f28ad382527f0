import { newAgent } from './author.ts'
import { storyteller } from './client.ts'
import type { narrator } from './narrator.ts'
import { register } from './register.ts'
import { install } from './install.ts'
import { retire } from './retire.ts'
import { run } from './run.ts'
import { trust } from './trust.ts'

/** Where the story takes place, and what everybody in it knows. */
export interface Stage {
  readonly base_url: string
  readonly api_key: string
  readonly workspace_id: string
  readonly organization_id: string
  readonly issuer: string
}
export type Scene = ReturnType<typeof scene>

const scene = (
  { base_url, api_key, workspace_id, organization_id, issuer }: Stage,
  voice: ReturnType<typeof narrator>,
) => ({
  ...storyteller(base_url, voice),
  voice,
  workspace_id,
  owner: { organization_id, issuer },
  withKey: { 'X-API-Key': api_key },
  bearer: (token: string) => ({ Authorization: `Bearer ${token}` }),
})

/** The life of one agent, from its first key to the log that remembers it. */
export async function tellLife(stage: Stage, voice: ReturnType<typeof narrator>): Promise<void> {
  const here = scene(stage, voice)
  const agent = newAgent()
  await register(here, agent)
  const credentials = await install(here, agent)
  const keys = await trust(here, agent)
  const runtime_token = await run(here, credentials, keys)
  await retire(here, { ...credentials, runtime_token, svc_id: agent.registration.svc_id })
}

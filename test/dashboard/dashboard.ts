import { chromium } from 'playwright-core'
import { inject } from 'vitest'
import { createApp, type Overrides } from '../../src/app/app.ts'
import { cookieName } from '../../src/auth/cookie.ts'
import { readConfig, type Config } from '../../src/config/config.ts'
import type { Plan } from '../../src/domain/organizations/plans.ts'
import { startServing, reservePort } from '../../src/app/serve.ts'
import { apiKey, send, createClient } from '../http/client.ts'
import { ISSUER } from '../http/platform.ts'
import { openMailSink } from '../ports/mail/sink.ts'
import { newDatabase } from '../postgres/database.ts'
import { openPages } from './pages.ts'
import { newFolder } from '../kit/folder.ts'

export type StoreKind = 'sqlite' | 'postgres'
const SELECTED = process.env['TEST_STORE']
/** The stores of the lane (test/lanes.ts). */
export const STORE_KINDS = (['sqlite', 'postgres'] as const satisfies readonly StoreKind[]).filter(
  (kind) => [undefined, 'all', kind].includes(SELECTED),
)
/** The hexadecimal master key, for processes that share the store. */
export const MASTER_KEY = '07'.repeat(32)

async function newStore(
  kind: StoreKind,
): Promise<{ readonly address: string; release(): Promise<void> }> {
  if (kind === 'sqlite')
    return { address: `sqlite:${newFolder()}/registry.db`, release: async () => undefined }
  const database = newDatabase()
  await database.create()
  return database
}

/**
 * Starts a registry with the dashboard on a real socket, a store on disk or in PostgreSQL, a mail server for PINs, and a connection to the
 * shared browser. It uses real time. Call `end()` to stop it.
 */
export async function startDashboard(
  kind: StoreKind,
  settings: Partial<Config> = {},
  overrides: Overrides = {},
) {
  const connected = chromium.connect(inject('browser'))
  const [mail, port, browser, database] = await Promise.all([
    openMailSink(),
    reservePort('127.0.0.1', 0),
    connected,
    newStore(kind),
  ])
  const environment = { SVC_MASTER_KEY: MASTER_KEY, SVC_ISSUER: ISSUER }
  const plain = readConfig(
    { host: '127.0.0.1', port: String(port.port), store: database.address },
    environment,
  )
  const config: Config = {
    ...plain,
    smtp: mail.settings,
    log_level: 'error',
    response_gate: 'closed',
    rate_limit_factor: 1000,
    ...settings,
  }
  const app = await createApp(config, overrides)
  const serving = await startServing(app, port)
  const { store, signer } = app.services
  const context = () => app.jobs.platformContext()
  const as = (credential: Readonly<Record<string, string>>) =>
    createClient((sent) => send(app.server, sent), credential)

  /** Creates an organization with an owner, an API key with all scopes and a workspace. */
  async function organization(
    plan: Plan = 'enterprise',
    name = 'Acme Robotics',
    email = 'ada@acme.example',
  ) {
    const { organization_id } = await store.createOrganization(context(), { name, plan })
    await store.addMember(context(), { organization_id, email, role: 'owner' })
    const made = await store.createApiKey(context(), { organization_id, name: 'seed' })
    if (made.kind !== 'created') throw new Error(made.kind)
    const created = await store.createWorkspace(context(), {
      reach: { organizations: [organization_id], workspace_id: null },
      organization_id,
      name: 'Production',
      signer,
    })
    if (created.kind !== 'created') throw new Error(created.kind)
    const { workspace_id } = created.workspace
    return {
      organization_id,
      email,
      api_key: made.token,
      api: as(apiKey(made.token)),
      workspace_id,
      now: app.clock.now,
    }
  }

  async function cookieOf(email: string) {
    const opened = await store.createSignIn(context(), { email })
    if (opened.kind === 'may_not_sign_in')
      throw new Error(`no member has the e-mail address ${email}`)
    const session = await store.verifyPin(context(), {
      email,
      challenge_id: opened.challenge.challenge_id,
      pin_correct: () => true,
    })
    if (session.kind === 'invalid') throw new Error(session.kind)
    return { name: cookieName(config.public_url), value: session.session_token }
  }

  const pages = openPages({ browser, origin: config.public_url, mails: mail.mails, cookieOf })
  return {
    kind,
    config,
    origin: config.public_url,
    app,
    store,
    context,
    as,
    organization,
    ...pages,
    async end() {
      await pages.close()
      await browser.close()
      await serving.stop()
      await database.release()
      await mail.close()
    },
  }
}
export type Dashboard = Awaited<ReturnType<typeof startDashboard>>
export type Seeded = Awaited<ReturnType<Dashboard['organization']>>

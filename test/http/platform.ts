import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import request from 'supertest'
import { createApp, type Overrides } from '../../src/app/app.ts'
import { createClock } from '../../src/system.ts'
import { readConfig, type Config } from '../../src/config/config.ts'
import type { Plan } from '../../src/domain/organizations/plans.ts'
import type { Role } from '../../src/domain/records.ts'
import { runUntilIdle } from '../../src/jobs/jobs.ts'
import { createLogger } from '../../src/app/log.ts'
import type { AgentCaller } from '../../src/ports/agent-caller.ts'
import type { ExportSender } from '../../src/ports/exports/sender.ts'
import { capturingMailer } from '../../src/ports/mailer.ts'
import { openDatabase } from '../../src/store/open.ts'
import { createStore } from '../../src/store/store.ts'
import { TABLE_NAMES } from '../../src/store/tables.ts'
import { afterFile } from '../after-file.ts'
import { fakeImages } from '../ports/images/fake-images.ts'
import { newDatabase, ON_POSTGRES, LONG_TIMEOUTS } from '../postgres/database.ts'
import {
  apiKey,
  send,
  createClient,
  type Credential,
  type TestResponse,
  type TestRequest,
} from './client.ts'
import { exampleValue } from './contract.ts'
import { expectDocumentedCode, expectDocumentedHeaders } from './documented.ts'

/** The time at which every test starts. */
export const START = Date.parse('2026-03-01T12:00:00.000Z')
/** Returns a time of the test clock in the platform's format. */
export const at = (milliseconds = 0) => new Date(START + milliseconds).toISOString()

/** Returns pseudorandom bytes that are the same in every run. */
export function sha256Random(seed = 'test') {
  let count = 0
  return (bytes: number): Uint8Array => {
    const blocks: Buffer[] = []
    for (let length = 0; length < bytes; length += 32)
      blocks.push(
        createHash('sha256')
          .update(`${seed}:${(count += 1)}`)
          .digest(),
      )
    return new Uint8Array(Buffer.concat(blocks).subarray(0, bytes))
  }
}

/** Answers every task like the contract's example, without a network. */
const answeringAgents: AgentCaller = {
  async call({ body }) {
    const { task_id } = JSON.parse(body) as { task_id: string }
    const result = (exampleValue('InvoiceIsRead') as { result: object }).result
    const answer = JSON.stringify({ task_id, status: 'completed', result, output: result })
    return {
      answer: { kind: 'answered', http_status: 200, encoded: false, body: Buffer.from(answer) },
      execution_time_ms: 5,
    }
  },
  close: () => undefined,
}

/** The only address that `acceptingDestinations` refuses. */
export const REFUSING_INTAKE = 'https://refusing.example/intake'
/** Accepts every export except those to `REFUSING_INTAKE`, without a network. */
const acceptingDestinations: ExportSender = {
  async send({ url }) {
    return {
      kind: 'responded',
      status: url === REFUSING_INTAKE ? 403 : 202,
      headers: {},
      body: Buffer.from('{}'),
    }
  },
  close: () => undefined,
}

/** The tables that a request may change although it only reads. */
const CHANGED_BY_READING: readonly string[] = ['rates', 'credential_uses']

/** The name of the platform in signatures. */
export const ISSUER = 'https://registry.test'
export const MASTER_KEY = '07'.repeat(32)

/** Returns the store setting: in memory, or a new database if the tests run on PostgreSQL, which is dropped after the tests of the file. */
async function freshStore(): Promise<{
  readonly store: string
  dropAfterFile(closed: () => Promise<void>): void
}> {
  if (!ON_POSTGRES) return { store: 'memory:', dropAfterFile: () => undefined }
  const { address, create, release } = newDatabase()
  await create()
  return { store: address, dropAfterFile: (closed) => afterFile(() => closed().then(release)) }
}

/**
 * Starts the whole platform in this process, with its own store, a closed response gate, a clock that only the test advances, and a log in
 * memory. A 5xx response to `sendRequest` fails the test with the last error in the log. Every problem code has to be documented.
 */
export async function startPlatform(
  settings: Partial<Config> = {},
  overrides: Overrides = {},
  start = START,
) {
  const clock = createClock(() => start)
  const mailer = capturingMailer(clock.now)
  const { store: address, dropAfterFile } = await freshStore()
  const config: Config = {
    ...readConfig({ store: address }, { SVC_MASTER_KEY: MASTER_KEY, SVC_ISSUER: ISSUER }),
    response_gate: 'closed',
    log_level: 'debug',
    rate_limit_factor: 1000,
    ...settings,
  }
  const log: string[] = []
  const sink = new Writable({
    write: (line, _, done) => {
      log.push(String(line))
      done()
    },
  })
  const database = await openDatabase(config.store, LONG_TIMEOUTS)
  dropAfterFile(database.close)
  const app = await createApp(config, {
    clock,
    mailer,
    random: sha256Random(),
    logger: createLogger(config, sink),
    store: createStore(database),
    agentCaller: answeringAgents,
    exportSender: acceptingDestinations,
    images: fakeImages,
    // Responses do not depend on whether the dashboard is built.
    dashboard: '',
    ...overrides,
  })
  app.setReady(true)
  await new Promise<void>((resolve) => {
    app.server.listen(0, '127.0.0.1', resolve)
  })
  app.server.unref()
  const { store, signer } = app.services
  const context = () => app.jobs.platformContext()
  const responses: TestResponse[] = []

  async function sendRequest(sent: TestRequest): Promise<TestResponse> {
    const got = await send(app.server, sent)
    responses.push(got)
    if (got.status >= 500)
      throw new Error(
        `${sent.method} ${sent.path.slice(0, 200)} responded with ${got.status}: ${log.findLast((line) => line.includes('"error"'))}`,
      )
    expectDocumentedCode(sent, got)
    expectDocumentedHeaders(sent, got)
    return got
  }

  /** Creates an organization with a workspace, an API key with all scopes and an owner. */
  async function organization(plan: Plan = 'enterprise', name = `Org on ${plan}`) {
    const { organization_id } = await store.createOrganization(context(), { name, plan })
    const reach = { organizations: [organization_id], workspace_id: null }
    const workspace_id = await workspace(organization_id, 'Main')
    const email = `owner@${organization_id}.example`.replaceAll('_', '-').toLowerCase()
    await store.addMember(context(), { organization_id, email, role: 'owner' })
    const api_key = await key(organization_id)
    return {
      organization_id,
      workspace_id,
      reach,
      email,
      api_key,
      api: as(apiKey(api_key)),
      now: clock.now,
    }
  }

  async function workspace(organization_id: string, name: string): Promise<string> {
    const created = await store.createWorkspace(context(), {
      reach: { organizations: [organization_id], workspace_id: null },
      organization_id,
      name,
      signer,
    })
    if (created.kind !== 'created') throw new Error(created.kind)
    return created.workspace.workspace_id
  }

  async function key(
    organization_id: string,
    limits: { workspace_id?: string; scopes?: readonly string[] } = {},
  ): Promise<string> {
    const made = await store.createApiKey(context(), { organization_id, name: 'test', ...limits })
    if (made.kind !== 'created') throw new Error(made.kind)
    return made.token
  }

  /** Returns the PIN from the newest e-mail to an address. */
  const pinFor = (email: string): string | undefined =>
    /Your PIN is (\d{8})$/m.exec(
      mailer.items.findLast(({ to, text }) => to === email && text.startsWith('Your PIN'))?.text ??
        '',
    )?.[1]

  /** Signs a person in with the PIN from the e-mail. */
  async function session(email: string): Promise<string> {
    const challenge = await as({}).post('/admin/auth/request-pin', { email })
    await runUntilIdle(app.jobs)
    const signed = await as({}).post('/admin/auth/verify-pin', {
      email,
      pin: pinFor(email),
      challenge_id: challenge.body.challenge_id,
    })
    return signed.body.session_token as string
  }

  /** Makes a person an operator and signs them in. */
  async function operatorSession(email: string): Promise<string> {
    await store.addOperator(context(), { email })
    return session(email)
  }

  const as = (credential: Credential) => createClient(sendRequest, credential)

  /**
   * Returns every row of every table, in an order that does not depend on the store. The rate counters and the last use of credentials
   * are omitted, because reading changes them.
   */
  const rows = (): Promise<Record<string, string[]>> =>
    database.read(async (tx) => {
      const tables = TABLE_NAMES.filter((name) => !CHANGED_BY_READING.includes(name)).map(
        async (name) =>
          [
            name,
            (await tx[name].find({}))
              .map((row) =>
                JSON.stringify({ ...row, last_used_at: undefined, last_used_from: undefined }),
              )
              .sort(),
          ] as const,
      )
      return Object.fromEntries(await Promise.all(tables))
    })

  return {
    ...app,
    config,
    database,
    mailer,
    log,
    responses,
    store,
    context,
    sendRequest,
    as,
    organization,
    workspace,
    apiKey: key,
    pinFor,
    session,
    operatorSession,
    rows,
    http: () => request(app.server),
    runUntilIdle: () => runUntilIdle(app.jobs),
    member: (organization_id: string, email: string, role: Role) =>
      store.addMember(context(), { organization_id, email, role }),
    /** Advances the time, and waits until all due jobs have run. */
    async advance(milliseconds: number) {
      clock.advance(milliseconds)
      await runUntilIdle(app.jobs)
    },
    /** Returns every audit record of one request, in any chain. */
    async auditOf(request_id: string) {
      const chains = await store.listChains({})
      const records = await Promise.all(
        chains.map(({ chain }) => store.readChain({ chain, above: 0, limit: 100_000 })),
      )
      return records.flat().filter((record) => record.request_id === request_id)
    },
  }
}
export type TestPlatform = Awaited<ReturnType<typeof startPlatform>>
export type TestOrganization = Awaited<ReturnType<TestPlatform['organization']>>

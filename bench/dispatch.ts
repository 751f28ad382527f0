/**
 * Requests per second through the whole platform contract in memory: credentials, validation, handler, JSON response. The peer is stock
 * openapi-backend with the same document, formats, coercion, handlers and credentials; the two run in alternation, so that other load on
 * the machine affects both equally. Prints one JSON line; `ratio` is the smallest of three operations, whose figures are in `operations`.
 */
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { OpenAPIBackend, type Context, type Handler } from 'openapi-backend'
import { table } from '../generated/platform.table.ts'
import { createDispatcher } from '../src/contract/dispatch.ts'
import type { ContractRequest } from '../src/contract/request.ts'
import { readDocument } from '../src/contract/document.ts'
import { executable } from '../src/contract/executable.ts'
import type { AnyContract, AnyOptions } from '../src/contract/hooks.ts'
import { problems } from '../src/problems/problems.ts'
import { alternate, ratioOf } from './kit/alternation.ts'
import { median, report, round, SHORT } from './kit/figures.ts'

const [ROUNDS, ROUND_MS] = SHORT ? [12, 150] : [24, 300]
/** Requests between two readings of the clock. */
const BATCH = 16
const API_KEY = { 'x-api-key': 'sk_live_bench' }
const RUNTIME_TOKEN = { authorization: 'Bearer srt_bench' }

interface Case {
  readonly id: keyof typeof table
  readonly target: string
  readonly headers: Record<string, string>
  readonly status: number
  readonly requestExample?: string
  readonly responseExample: string
}
const CASES: readonly Case[] = [
  {
    id: 'renewLease',
    target: '/installations/4d0f7b52-6a1c-4e7e-9b38-5c2f1d90a6e3/lease',
    headers: RUNTIME_TOKEN,
    status: 200,
    requestExample: 'InvoiceReaderIsRunning',
    responseExample: 'RenewedLease',
  },
  {
    id: 'createWorkspace',
    target: '/orgs/org_acme/workspaces',
    headers: API_KEY,
    status: 201,
    requestExample: 'CreateAccountsPayable',
    responseExample: 'AccountsPayable',
  },
  {
    id: 'listWorkspaces',
    target: '/orgs/org_acme/workspaces?limit=20&offset=40',
    headers: API_KEY,
    status: 200,
    responseExample: 'WorkspacesOfAcme',
  },
]

type Run = (subject: Case) => Promise<{ status: number; body: string }>

const document = readDocument(new URL('../generated/platform.json', import.meta.url))

// ---- The two contenders ---------------------------------------------------------------------------------------------

function exampleOf(name: string | undefined): unknown {
  if (name === undefined) return undefined
  const examples = document.components?.examples as
    | Readonly<Record<string, { value?: unknown }>>
    | undefined
  if (!examples?.[name]) throw new Error(`The contract has no example ${name}`)
  return examples[name].value
}

function responseOf(id: string): { status: number; body: unknown } {
  const found = CASES.find((subject) => subject.id === id)
  return { status: found?.status ?? 200, body: exampleOf(found?.responseExample) ?? {} }
}

const bytesOf = ({ requestExample }: Case): Buffer =>
  Buffer.from(requestExample ? JSON.stringify(exampleOf(requestExample)) : '')
const headersOf = ({ headers, requestExample }: Case) => ({
  ...headers,
  ...(requestExample && { 'content-type': 'application/json' }),
})

async function createOurs(): Promise<Run> {
  const handle = (id: string) => {
    const { status, body } = responseOf(id)
    return async ({ reply }: { reply: (status: number, body: unknown) => unknown }) =>
      reply(status, body)
  }
  const scheme =
    (name: string, value: string) =>
    ({ headers }: { headers: Readonly<Record<string, string | undefined>> }) =>
      headers[name] === value ? { org_id: 'org_acme' } : undefined
  const options: Omit<AnyOptions, 'problems'> = {
    document,
    table,
    services: undefined,
    mode: 'off',
    newId: () => 'req_bench',
    handlers: Object.fromEntries(Object.keys(table).map((id) => [id, handle(id)])) as never,
    authenticators: {
      ApiKey: scheme('x-api-key', API_KEY['x-api-key']),
      ApiKeyBearer: scheme('authorization', ''),
      AdminSession: scheme('authorization', ''),
      AdminCookie: scheme('cookie', ''),
      RuntimeToken: scheme('authorization', RUNTIME_TOKEN.authorization),
    },
    unauthenticated: () => ({ code: 'INVALID_API_KEY' }),
    present: (code, facts, request_id) => ({ code, ...facts, request_id }),
  }
  const dispatcher = await createDispatcher<AnyContract>({ ...options, problems })
  const requestFor = memoized(requestOf)
  return async (subject) => {
    const { status, body } = await dispatcher.handle(requestFor(subject))
    return { status, body: String(body) }
  }
}

function requestOf(subject: Case): ContractRequest {
  const bytes = bytesOf(subject)
  return {
    method: table[subject.id].method,
    target: subject.target,
    headers: headersOf(subject),
    ip: '',
    readBody: async () => bytes,
  }
}

/** openapi-backend as documented, with formats; using one Ajv per purpose instead of one per operation only shortens its startup. */
async function createStock(): Promise<Run> {
  const byPurpose = new Map<string, Ajv>()
  const handle =
    (id: string): Handler =>
    () =>
      responseOf(id)
  const scheme =
    (name: string, value: string): Handler =>
    ({ request }: Context) =>
      request.headers[name] === value && { org_id: 'org_acme' }
  const backend = new OpenAPIBackend({
    definition: executable(document),
    strict: true,
    coerceTypes: true,
    customizeAjv: (_ajv, options, purpose) => {
      const ajv =
        byPurpose.get(purpose) ?? addFormats.default(new Ajv({ ...options, discriminator: true }))
      byPurpose.set(purpose, ajv)
      return ajv
    },
    handlers: {
      ...Object.fromEntries(Object.keys(table).map((id) => [id, handle(id)])),
      validationFail: () => ({ status: 400, body: {} }),
      unauthorizedHandler: () => ({ status: 401, body: {} }),
    },
    securityHandlers: {
      ApiKey: scheme('x-api-key', API_KEY['x-api-key']),
      ApiKeyBearer: scheme('authorization', ''),
      AdminSession: scheme('authorization', ''),
      AdminCookie: scheme('cookie', ''),
      RuntimeToken: scheme('authorization', RUNTIME_TOKEN.authorization),
    },
  })
  await backend.init()
  const requestFor = memoized((subject: Case) => ({
    method: table[subject.id].method,
    path: subject.target,
    headers: headersOf(subject),
    bytes: bytesOf(subject),
  }))
  return async (subject) => {
    const { bytes, ...request } = requestFor(subject)
    const body = bytes.length > 0 ? { body: JSON.parse(bytes.toString('utf8')) as unknown } : {}
    const response = (await backend.handleRequest({ ...request, ...body })) as {
      status: number
      body: unknown
    }
    return { status: response.status, body: JSON.stringify(response.body) }
  }
}

/** Requests are built before the measurement. */
function memoized<T>(create: (subject: Case) => T): (subject: Case) => T {
  const cache = new Map<Case, T>()
  return (subject) => {
    const known = cache.get(subject) ?? create(subject)
    cache.set(subject, known)
    return known
  }
}

// ---- The comparison -------------------------------------------------------------------------------------------------

async function compare(subject: Case) {
  await agree(subject)
  const results = await alternate(
    { ours: () => perSecond(ours, subject), stock: () => perSecond(stock, subject) },
    ROUNDS,
  )
  return {
    operation: subject.id,
    per_s: Math.round(median(results.ours)),
    peer_per_s: Math.round(median(results.stock)),
    ratio: round(ratioOf(results.ours, results.stock), 1),
  }
}

async function perSecond(run: Run, subject: Case): Promise<number> {
  const began = performance.now()
  let requests = 0
  for (; performance.now() - began < ROUND_MS; requests += BATCH)
    for (let index = 0; index < BATCH; index += 1) await run(subject)
  return (requests / (performance.now() - began)) * 1000
}

/** Checks that both do the work: the same response, a 400 for an unknown parameter, and a 401 without a credential. */
async function agree(subject: Case): Promise<void> {
  await expectStatus(subject, subject.status)
  await expectStatus({ ...subject, target: `${subject.target.split('?')[0]!}?nope=1` }, 400)
  await expectStatus({ ...subject, headers: {} }, 401)
}

async function expectStatus(subject: Case, status: number): Promise<void> {
  const [a, b] = [await ours(subject), await stock(subject)]
  if (a.status !== status || b.status !== status)
    throw new Error(`${subject.id}: wanted ${status}, got ${a.status} and ${b.status}`)
  if (status < 300 && a.body !== b.body) throw new Error(`${subject.id}: the responses differ`)
}

// ---- The run --------------------------------------------------------------------------------------------------------

const started = performance.now()
const ours = await createOurs()
const startup_ms = Math.round(performance.now() - started)
const stock = await createStock()

const operations = []
for (const subject of CASES) operations.push(await compare(subject))
const least = operations.reduce((worst, result) => (result.ratio < worst.ratio ? result : worst))
report({ bench: 'dispatch', ...least, against: 'stock openapi-backend', startup_ms, operations })

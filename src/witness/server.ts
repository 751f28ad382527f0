import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { originForm } from '../contract/router.ts'
import {
  COSIGNATURE,
  cosignNote,
  formatNote,
  formatSignature,
  formatVerifierKey,
  type VerifierKey,
} from '../domain/transparency/note.ts'
import {
  decideCosignature,
  parseAddCheckpoint,
  type WitnessDecision,
} from '../domain/transparency/witness.ts'
import type { WitnessState } from './state.ts'

/** The limit is generous: a checkpoint with many signatures and the longest proof takes about ten kibibytes. */
const MAX_BODY_BYTES = 64 * 1024
const MAX_CONNECTIONS = 256
const REQUEST_TIMEOUT_MS = 10_000
/** The interval, in milliseconds, at which the connections of requests that have exceeded the timeout are closed. */
const TIMEOUT_CHECK_MS = 1000
const LIMITS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
}

export interface WitnessOptions {
  /** The name of the witness in its signatures, such as `witness.example.com/w1`. */
  readonly name: string
  readonly state: WitnessState
  readonly logs: readonly VerifierKey[]
  /** Milliseconds since 1970. */
  readonly now_ms: () => number
  /** Reports what was decided about a checkpoint. */
  readonly onDecision: (decision: WitnessDecision) => void
  /** Reports an error on this machine, such as a full disk. */
  readonly onError: (cause: unknown) => void
}

interface WitnessResponse {
  readonly status: number
  readonly body: string
  readonly type?: string
}

/**
 * Creates the HTTP server of a witness (C2SP tlog-witness): `POST /add-checkpoint` cosigns, `GET /<origin hash>/checkpoint` shows the
 * latest checkpoint of a log, and `GET /key` the verifier key of the witness.
 */
export function createWitness(options: WitnessOptions): Server {
  const { state, onError } = options
  const key = witnessKey(options)
  let last: Promise<unknown> = Promise.resolve()
  /** Processes one request at a time, because two concurrent decisions could both be consistent with the same older tree. */
  const serialize = (decide: () => Promise<WitnessResponse>): Promise<WitnessResponse> => {
    const result = last.then(decide)
    last = result.catch(() => undefined)
    return result
  }
  const handle = async (req: IncomingMessage): Promise<WitnessResponse> => {
    const path = originForm(req.url!).split('?')[0]!
    if (req.method === 'POST' && path === '/add-checkpoint') {
      const body = await readText(req)
      return body === undefined
        ? { status: 413, body: `At most ${MAX_BODY_BYTES} bytes are accepted.\n` }
        : serialize(() => addCheckpoint(body, key, options))
    }
    if (req.method !== 'GET') return { status: 405, body: 'Method not allowed.\n' }
    if (path === '/key') return { status: 200, body: `${formatVerifierKey(key)}\n` }
    const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? []
    const note = hash && state.latestNote(hash)
    return note ? { status: 200, body: note } : { status: 404, body: 'Not found.\n' }
  }
  const server = createServer(LIMITS, (req, res) => {
    handle(req).then(
      (response) => send(res, response),
      (cause: unknown) => {
        // A client that disconnects during its request is not an error on this machine.
        if (req.destroyed && !req.complete) return
        onError(cause)
        if (!res.destroyed) send(res, { status: 500, body: 'Internal error.\n' })
      },
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  return server
}

/** Returns the key with which a witness signs. */
export const witnessKey = ({ name, state }: Pick<WitnessOptions, 'name' | 'state'>) =>
  ({ name, type: COSIGNATURE, public_key: state.key.publicKey }) as const

async function addCheckpoint(
  body: string,
  key: ReturnType<typeof witnessKey>,
  { state, logs, now_ms, onDecision }: WitnessOptions,
): Promise<WitnessResponse> {
  const request = parseAddCheckpoint(body)
  const decision: WitnessDecision = request
    ? decideCosignature(request, logs, state.latest)
    : { kind: 'malformed' }
  onDecision(decision)
  if (decision.kind !== 'consistent') return REFUSALS[decision.kind](decision)
  const { note, checkpoint } = decision
  const time = Math.floor(now_ms() / 1000)
  const cosignature = cosignNote(note.text, key, state.key.privateKey, time)
  await state.store(
    checkpoint.origin,
    formatNote({ ...note, signatures: [...note.signatures, cosignature] }),
  )
  return { status: 200, body: formatSignature(cosignature) }
}

type Refused = Exclude<WitnessDecision['kind'], 'consistent'>
const refusal = (status: number, body: string) => (): WitnessResponse => ({
  status,
  body: `${body}\n`,
})
const REFUSALS: Readonly<Record<Refused, (decision: WitnessDecision) => WitnessResponse>> = {
  malformed: refusal(400, 'The request is malformed.'),
  unknown_log: refusal(404, 'This witness does not watch a log of that origin.'),
  not_signed: refusal(
    403,
    'The checkpoint is not signed by a key that this witness trusts for the log.',
  ),
  inconsistent: refusal(422, 'The consistency proof is invalid.'),
  conflict: (decision) => ({
    status: 409,
    body: `${'size' in decision ? decision.size : 0}\n`,
    type: 'text/x.tlog.size',
  }),
}

/** Reads a body as UTF-8; returns undefined if it is too long. */
async function readText(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(
  res: ServerResponse,
  { status, body, type = 'text/plain; charset=utf-8' }: WitnessResponse,
) {
  res
    .writeHead(status, {
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(body),
      'X-Content-Type-Options': 'nosniff',
      ...(status === 413 && { Connection: 'close' }),
    })
    .end(body)
}

import { useQuery } from '@tanstack/preact-query'
import { ROOT } from '../urls.ts'
import type { Agent } from './agents.ts'
import { api, unwrap, type Schemas } from './client.ts'
import { sha256Hex, verifyLogProof } from './log-proof.ts'
import { Problem, unreachable } from './problem.ts'

type LoggedRegistration = Schemas['LoggedRegistration']
type LoggedAgent = Pick<Agent, 'svc_id' | 'public_key'>

/** What the log contains about a registration, and the result of its verification in the browser. */
export type LogFinding =
  | { readonly kind: 'not_logged' | 'pending' }
  | {
      readonly kind: 'proved'
      readonly type: string
      readonly at: string
      readonly index: number
      readonly size: number
      readonly log: LoggedRegistration
    }
  | {
      readonly kind: 'not_proved' | 'cannot_check'
      readonly reason?: string
      readonly log: LoggedRegistration
    }

/** While an entry is not in the log yet, it is requested again after this time. */
const PENDING_POLL_MS = 2000

/** Reads what the transparency log says about an agent, and verifies it in the browser (docs/specification/transparency.md#proofs). */
export const useLogFinding = ({ did, svc_id, public_key }: LoggedAgent & Pick<Agent, 'did'>) =>
  useQuery({
    queryKey: ['agent', svc_id, 'log', public_key],
    queryFn: ({ signal }) => readLogFinding(did, { svc_id, public_key }, signal),
    refetchInterval: ({ state }) => (state.data?.kind === 'pending' ? PENDING_POLL_MS : false),
  })

async function readLogFinding(
  did: string,
  agent: LoggedAgent,
  signal: AbortSignal,
): Promise<LogFinding> {
  const { log } = await unwrap(
    api.GET('/trust/profile/{did}', { params: { path: { did } }, signal }),
  )
  if (!log) return { kind: 'not_logged' }
  if (log.proof === undefined) return { kind: 'pending' }
  const result = await verifyLogProof(log.entry, log.proof, await readLogKey(signal))
  if (result.kind !== 'proved') return { ...result, log }
  const entry = parseEntry(log.entry)
  if (!entry || !(await isAbout(entry, agent, log.salt)))
    return { kind: 'not_proved', reason: 'The entry is about another agent or another key.', log }
  const { index, size } = result
  return { kind: 'proved', type: entry.type, at: entry.at, index, size, log }
}

/** Reads the verifier key of the log. @throws Problem, or the reason of the abort if the caller aborted */
export async function readLogKey(signal: AbortSignal): Promise<string> {
  const response = await fetch(`${ROOT}/log/key`, { signal, credentials: 'omit' }).catch(
    (cause) => {
      throw signal.aborted ? cause : unreachable()
    },
  )
  if (!response.ok) throw new Problem(response.status, undefined)
  return response.text()
}

interface Entry {
  readonly type: string
  readonly at: string
  readonly agent?: { readonly svc_id?: string; readonly public_key?: string }
  readonly agent_hash?: string
}

function parseEntry(text: string): Entry | undefined {
  try {
    const entry = JSON.parse(text) as Partial<Entry> | null
    return typeof entry?.type === 'string' && typeof entry.at === 'string'
      ? (entry as Entry)
      : undefined
  } catch {
    return undefined
  }
}

/** Returns whether an entry is about this agent and this key. A private agent is recognized by a hash with the salt. */
async function isAbout(
  { agent, agent_hash }: Entry,
  { svc_id, public_key }: LoggedAgent,
  salt: string | undefined,
): Promise<boolean> {
  if (agent) return agent.svc_id === svc_id && agent.public_key === public_key
  const bytes = (salt ?? '').match(/../g)?.map((pair) => Number.parseInt(pair, 16))
  if (!bytes) return false
  const text = new TextEncoder().encode(JSON.stringify({ public_key, svc_id }))
  return agent_hash === (await sha256Hex(bytes, text))
}

import {
  addUse,
  initialUse,
  type UnusualKind,
  type UnusualUse,
} from '../../../domain/organizations/credential-use.ts'
import type { ApiKey } from '../../../domain/records.ts'
import { DAY_MS, elapsed, type Timestamp } from '../../../domain/time.ts'
import type { CallContext } from '../../context.ts'
import type { Tx } from '../../database.ts'
import { appendAudits } from '../audit/records.ts'
import { isLastUseStale, membershipsOf } from '../credentials.ts'

/** The part of a request that is remembered: the range of the sender's address, and the scope that the operation requires. */
interface UseInput {
  readonly range?: string | null
  readonly scope?: string | null
}

/**
 * A key that was unused for this time, in milliseconds, no longer has usual address ranges, even if it was used under an
 * earlier version, which did not record its uses.
 */
const DORMANT_MS = 90 * DAY_MS

/**
 * Records the use of an API key: when, from where, and what was unusual about it (docs/specification/organizations.md#unusual-use).
 * Authentication calls it in the background.
 */
export async function touchApiKey(
  tx: Tx,
  context: CallContext,
  { key_id, range = null, scope = null }: UseInput & { key_id: string },
): Promise<void> {
  const key = await tx.api_keys.get({ key_id })
  if (!key) return
  const { now } = context
  const unusual = await recordUse(tx, context, key_id, firstUseOf(key, now), { range, scope })
  const changes: Partial<ApiKey> = {
    ...(isLastUseStale(key, now) && { last_used_at: now }),
    ...(range !== null && range !== key.last_used_from && { last_used_from: range }),
    ...(unusual.length > 0 && { unusual_use: { at: now, ...unusual.at(-1)! } }),
  }
  if (Object.keys(changes).length > 0) await tx.api_keys.update({ key_id }, changes)
  await appendAudits(
    tx,
    { ...context, actor: { type: 'api_key', id: key_id, ip: null } },
    unusual.map((use) => ({
      event_type: 'api_key.unusual_use',
      organization_id: key.organization_id,
      workspace_id: key.workspace_id,
      target: { type: 'api_key', id: key_id },
      metadata: metadataOf(use),
    })),
  )
}

/** Returns when learning began for a key that has no known uses yet. */
const firstUseOf = ({ created_at, last_used_at }: ApiKey, now: Timestamp): Timestamp =>
  last_used_at !== null && elapsed(last_used_at, now) > DORMANT_MS ? created_at : now

/** Records the use of a session. The usage baseline is stored for the person, because a session lasts only for hours. */
export async function touchSession(
  tx: Tx,
  context: CallContext,
  { session_id, email, range }: { session_id: string; email: string; range: string | null },
): Promise<void> {
  const unusual = await recordUse(tx, context, email, context.now, { range })
  if (unusual.length === 0) return
  const [membership] = await membershipsOf(tx, email)
  await appendAudits(
    tx,
    { ...context, actor: { type: 'member', id: email, ip: null } },
    unusual.map((use) => ({
      event_type: 'admin.unusual_use',
      organization_id: membership?.organization_id ?? null,
      target: { type: 'session', id: session_id },
      metadata: metadataOf(use),
    })),
  )
}

const metadataOf = ({
  kind,
  value,
}: UnusualUse): Readonly<Partial<Record<UnusualKind, string>>> => ({
  [kind]: value,
})

/** Adds a use to the known uses of a credential, and returns what is unusual about it. */
async function recordUse(
  tx: Tx,
  { now }: CallContext,
  credential: string,
  first_use: Timestamp,
  { range = null, scope = null }: UseInput,
): Promise<readonly UnusualUse[]> {
  const known = (await tx.credential_uses.get({ credential })) ?? initialUse(credential, first_use)
  const { after, unusual } = addUse(known, { at: now, range, scope })
  await tx.credential_uses.put(after)
  return unusual
}

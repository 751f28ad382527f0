import type { AuditActor } from '../audit/record.ts'
import type { TaskRequester } from '../signatures/claims.ts'

/** An authenticated credential, and on whose behalf it acts under the scope `tasks:delegate`. */
export interface AuthenticatedRequester {
  readonly actor: Pick<AuditActor, 'type' | 'id'>
  /** The organization of the credential. */
  readonly organization_id: string
  /** The e-mail address of a member, or the `svc_id` of an agent; undefined if no one else was named. */
  readonly acting_for?: string | undefined
}

const CLAIMS: Readonly<Record<string, 'key_id' | 'member' | 'installation_id'>> = {
  api_key: 'key_id',
  member: 'member',
  installation: 'installation_id',
}

/**
 * Returns the requester of a task, as the platform signs and stores it. It states who was authenticated, never who was only named
 * (docs/specification/trust.md#delegation).
 */
export function taskRequester({
  actor: { type, id },
  organization_id,
  acting_for,
}: AuthenticatedRequester): TaskRequester {
  const claim = CLAIMS[type]
  return {
    organization_id,
    ...(claim && id !== null && { [claim]: id }),
    ...(acting_for !== undefined && { acting_for }),
  }
}

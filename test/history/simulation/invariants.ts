import type {
  Installation,
  InstallToken,
  Invitation,
  Member,
  RuntimeToken,
} from '../../../src/domain/records.ts'
import type { Write } from './database.ts'

/** Returns the invariants that one transaction violates. */
export function violatedInvariants(writes: readonly Write[], known: Known): string[] {
  const audited = writes
    .filter(({ table }) => table === 'audit_log')
    .map(({ after }) => String(after!['event_type']))
  return writes.flatMap((write) => {
    const problems =
      write.table === 'installations'
        ? ofInstallation(write as Of<Installation>, audited)
        : write.table === 'install_tokens'
          ? ofInstallToken(write as Of<InstallToken>, audited)
          : write.table === 'runtime_tokens'
            ? ofRuntimeToken(write as Of<RuntimeToken>, known)
            : write.table === 'members'
              ? ofMember(write as Of<Member>, writes, audited)
              : write.table === 'invitations'
                ? ofInvitation(write as Of<Invitation>, audited)
                : []
    return [...problems, ...secretsIn(write)]
  })
}

/** State of a run beyond its tables: the issued versions, which must not be issued again after their runtime tokens were deleted. */
export interface Known {
  readonly versions: Set<string>
}
interface Of<Row> {
  readonly before: Row | undefined
  readonly after: Row | undefined
}

function ofInstallation({ before, after }: Of<Installation>, audited: readonly string[]): string[] {
  if (!after) return ['an installation was deleted']
  if (!before)
    return audited.includes('installation.bootstrapped')
      ? []
      : ['I-14: an installation was created without an audit record']
  const ended = before.lifecycle === 'revoked' || before.lifecycle === 'terminated'
  return [
    ...(after.token_version < before.token_version
      ? [`I-07: token_version fell from ${before.token_version} to ${after.token_version}`]
      : []),
    ...(ended && after.lifecycle !== before.lifecycle && after.lifecycle !== 'revoked'
      ? [`I-22: ${before.lifecycle} became ${after.lifecycle}`]
      : []),
    ...(after.lease_expires_at < before.lease_expires_at
      ? [`I-23: a lease moved back from ${before.lease_expires_at} to ${after.lease_expires_at}`]
      : []),
    ...((after.lease_check_at ?? '') > after.lease_expires_at
      ? [
          `the lease check at ${after.lease_check_at} is after the end of the lease at ${after.lease_expires_at}`,
        ]
      : []),
    ...(after.last_seen_at < before.last_seen_at
      ? [`I-23: last_seen_at moved back from ${before.last_seen_at} to ${after.last_seen_at}`]
      : []),
    ...(after.lifecycle === 'revoked' &&
    before.lifecycle !== 'revoked' &&
    !audited.includes('installation.revoked')
      ? ['I-14: an installation was revoked without an audit record']
      : []),
    ...(after.refresh_hash !== before.refresh_hash && !audited.includes('installation.recovered')
      ? ['I-14: an installation was recovered without an audit record']
      : []),
  ]
}

function ofInstallToken({ before, after }: Of<InstallToken>, audited: readonly string[]): string[] {
  if (!before?.consumed_at)
    return after?.consumed_at && !audited.includes('install_token.consumed')
      ? ['I-14: an install token was consumed without an audit record']
      : []
  const same =
    after?.consumed_at === before.consumed_at && after.installation_id === before.installation_id
  return same ? [] : ['I-01: a consumed install token was consumed again']
}

function ofRuntimeToken({ before, after }: Of<RuntimeToken>, { versions }: Known): string[] {
  if (before || !after)
    return before && after && after.effective_expires_at > before.effective_expires_at
      ? [`I-08: the validity of version ${after.version} was extended`]
      : []
  const name = `${after.installation_id} ${after.version}`
  const problems = versions.has(name) ? [`I-07: version ${after.version} was issued twice`] : []
  versions.add(name)
  return problems
}

function ofMember(
  { before, after }: Of<Member>,
  writes: readonly Write[],
  audited: readonly string[],
): string[] {
  if (before && !after)
    return audited.includes('member.left')
      ? []
      : ['I-14: a member was removed without an audit record']
  // The founder is added by the operator, without an invitation.
  if (before || !after || audited.includes('member.added')) return []
  const accepted = writes.some(
    ({ table, before: invitation, after: kept }) =>
      table === 'invitations' &&
      !kept &&
      invitation?.['organization_id'] === after.organization_id &&
      invitation['email'] === after.email &&
      invitation['role'] === after.role,
  )
  return [
    ...(accepted ? [] : ['T-11: a member was added without accepting an invitation']),
    ...(audited.includes('member.joined')
      ? []
      : ['I-14: a member was added without an audit record']),
  ]
}

const ENDS: readonly string[] = [
  'member.joined',
  'invitation.declined',
  'invitation.withdrawn',
  'invitation.expired',
]
function ofInvitation({ before, after }: Of<Invitation>, audited: readonly string[]): string[] {
  if (before && after) return ['an invitation was changed']
  if (after)
    return audited.includes('member.invited')
      ? []
      : ['I-14: an invitation was created without an audit record']
  return ENDS.some((kind) => audited.includes(kind))
    ? []
    : ['I-14: an invitation ended without an audit record']
}

const SECRET = /(sk_live|skt|srt|srf|adm)_[A-Za-z0-9_-]{43}/
const secretsIn = ({ table, after }: Write): string[] =>
  after && SECRET.test(JSON.stringify(after)) ? [`I-13: a secret in ${table}`] : []

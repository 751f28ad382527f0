import type {
  Installation,
  InstallToken,
  Invitation,
  Member,
  RuntimeToken,
} from '../../../src/domain/records.ts'
import type { Write } from './database.ts'

/** What every single transaction has to keep, whatever it is for. */
export function broken(writes: readonly Write[], known: Known): string[] {
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

/** What is known of a run beyond its tables: runtime tokens may be deleted, and their versions must never come back. */
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
      : ['I-14: an installation without its record']
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
          `a sweep looks at ${after.lease_check_at} for a lease that ends at ${after.lease_expires_at}`,
        ]
      : []),
    ...(after.last_seen_at < before.last_seen_at
      ? [`I-23: last_seen_at moved back from ${before.last_seen_at} to ${after.last_seen_at}`]
      : []),
    ...(after.lifecycle === 'revoked' &&
    before.lifecycle !== 'revoked' &&
    !audited.includes('installation.revoked')
      ? ['I-14: revoked without a record']
      : []),
    ...(after.refresh_hash !== before.refresh_hash && !audited.includes('installation.recovered')
      ? ['I-14: recovered without a record']
      : []),
  ]
}

function ofInstallToken({ before, after }: Of<InstallToken>, audited: readonly string[]): string[] {
  if (!before?.consumed_at)
    return after?.consumed_at && !audited.includes('install_token.consumed')
      ? ['I-14: consumed without a record']
      : []
  const same =
    after?.consumed_at === before.consumed_at && after.installation_id === before.installation_id
  return same ? [] : ['I-01: a consumed install token was consumed again']
}

function ofRuntimeToken({ before, after }: Of<RuntimeToken>, { versions }: Known): string[] {
  if (before || !after)
    return before && after && after.effective_expires_at > before.effective_expires_at
      ? [`I-08: the life of version ${after.version} was prolonged`]
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
    return audited.includes('member.left') ? [] : ['I-14: a member who is gone without a record']
  // The operator adds the founder.
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
    ...(accepted ? [] : ['T-11: a member without an invitation that ended with it']),
    ...(audited.includes('member.joined') ? [] : ['I-14: a member without a record']),
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
    return audited.includes('member.invited') ? [] : ['I-14: an invitation without a record']
  return ENDS.some((kind) => audited.includes(kind))
    ? []
    : ['I-14: an invitation that ended without a record']
}

const SECRET = /(sk_live|skt|srt|srf|adm)_[A-Za-z0-9_-]{43}/
const secretsIn = ({ table, after }: Write): string[] =>
  after && SECRET.test(JSON.stringify(after)) ? [`I-13: a secret in ${table}`] : []

/** A mistake somebody could make in the platform: a text of the sources, and what stands there instead. */
export interface Fault {
  readonly says: string
  readonly file: string
  readonly from: string
  readonly to: string
}

const WRITE =
  '...bind<Write>(WRITES, (write) => (context: CallContext, input: never) => database.transact((tx, moment) => write(tx, dated(context, moment), input))),'
/** Every write decides on what a table held before its transaction began. */
const readEarly = (
  table: string,
) => `...bind<Write>(WRITES, (write) => async (context: CallContext, input: never) => {
      const early = await database.read((tx) => tx.${table}.find({}))
      const fits = (where: object) => (row: object) => Object.entries(where).every(([field, value]) => typeof value === 'object' && value !== null || (row as Record<string, unknown>)[field] === value)
      return database.transact((tx) => {
        const table = { ...tx.${table}, get: async (key: object) => early.find(fits(key)), first: async ({ where = {} }) => early.find(fits(where)) }
        return write(new Proxy(tx, { get: (tables, name) => (name === '${table}' ? table : tables[name as never]) }) as never, context, input)
      })
    }),`

export const FAULTS: readonly Fault[] = [
  // Install tokens
  {
    says: 'an install token makes an installation each time',
    file: 'src/domain/installations/install-token.ts',
    from: "return { kind: 'replayed', token, installation }",
    to: "return { kind: 'first', token }",
  },
  {
    says: 'the replay window slides',
    file: 'src/store/transactions/installations/bootstrap.ts',
    from: 'await tx.install_tokens.update({ token_id: token.token_id }, { callers })',
    to: 'await tx.install_tokens.update({ token_id: token.token_id }, { callers, consumed_at: context.now })',
  },
  {
    says: 'the replay window is a millisecond longer',
    file: 'src/domain/installations/install-token.ts',
    from: '< BOOTSTRAP_REPLAY_WINDOW_MS',
    to: '<= BOOTSTRAP_REPLAY_WINDOW_MS',
  },
  {
    says: 'an install token is good a millisecond too long',
    file: 'src/domain/installations/install-token.ts',
    from: 'token.expires_at <= now',
    to: 'token.expires_at < now',
  },
  {
    says: 'inside the window expired counts before consumed',
    file: 'src/domain/installations/install-token.ts',
    from: 'if (token.consumed_at === null) return',
    to: 'if (token.consumed_at === null || token.expires_at <= now) return',
  },
  {
    says: 'a replay works after a recovery',
    file: 'src/store/transactions/installations/installations.ts',
    from: 'epoch: chosen.epoch + 1',
    to: 'epoch: chosen.epoch',
  },
  {
    says: 'a replay works after a revocation',
    file: 'src/domain/installations/install-token.ts',
    from: '|| !isOperative(installation) ',
    to: '',
  },
  // Runtime tokens
  {
    says: 'token_version stands still',
    file: 'src/store/transactions/installations/issue-tokens.ts',
    from: 'const record: RuntimeToken = issue(installation_id, token_version + 1,',
    to: 'const record: RuntimeToken = issue(installation_id, Math.max(1, token_version),',
  },
  {
    says: 'issuing a token kills the one in use',
    file: 'src/store/transactions/installations/issue-tokens.ts',
    from: "  const all = await tx.runtime_tokens.find({ where: { installation_id }, orderBy: ['version'] })",
    to: "  const all = await tx.runtime_tokens.find({ where: { installation_id }, orderBy: ['version'] })\n  for (const old of all.slice(0, -1)) await tx.runtime_tokens.update({ hash: old.hash }, { effective_expires_at: context.now })",
  },
  {
    says: 'replaced tokens live on',
    file: 'src/domain/installations/runtime-token.ts',
    from: ', ...superseded]',
    to: ']',
  },
  {
    says: 'replaced tokens die at once',
    file: 'src/domain/installations/runtime-token.ts',
    from: 'const end = plus(now, RUNTIME_TOKEN_OVERLAP_MS)',
    to: 'const end = now',
  },
  {
    says: 'a refreshed token appears a millisecond late',
    file: 'src/domain/installations/runtime-token.ts',
    from: '<= RUNTIME_TOKEN_REFRESH_WINDOW_MS',
    to: '< RUNTIME_TOKEN_REFRESH_WINDOW_MS',
  },
  {
    says: 'a token is good a millisecond too long',
    file: 'src/domain/installations/runtime-token.ts',
    from: '=> now < token.effective_expires_at',
    to: '=> now <= token.effective_expires_at',
  },
  {
    says: 'any use kills higher versions instead of lower ones',
    file: 'src/domain/installations/runtime-token.ts',
    from: 'token.version < used.version',
    to: 'token.version > used.version',
  },
  {
    says: 'one unused version is kept',
    file: 'src/domain/limits.ts',
    from: 'UNUSED_RUNTIME_TOKENS_KEPT = 16',
    to: 'UNUSED_RUNTIME_TOKENS_KEPT = 1',
  },
  // Leases
  {
    says: 'a heartbeat revives a revoked installation',
    file: 'src/domain/installations/lease.ts',
    from: "if (lifecycle === 'revoked') return",
    to: "if (lifecycle === 'revoked' && beat.heartbeat_interval_seconds === undefined) return",
  },
  {
    says: 'a lease after revocation brings a token',
    file: 'src/store/transactions/installations/lease.ts',
    from: 'renewed && !ended ?',
    to: '!ended ?',
  },
  {
    says: 'leases after revocation never end',
    file: 'src/domain/installations/lease.ts',
    from: '&& now < shutdown_deadline ?',
    to: '?',
  },
  {
    says: 'a shorter interval shortens the lease that was granted',
    file: 'src/domain/installations/lease.ts',
    from: 'lease_expires_at = later(installation.lease_expires_at, leaseEnd(heartbeat_interval, now))',
    to: 'lease_expires_at = leaseEnd(heartbeat_interval, now)',
  },
  {
    says: 'an obeyed terminate is waited for by clocks that are behind',
    file: 'src/store/transactions/installations/commands.ts',
    from: "{ shutdown_deadline: null, health: 'stopped' }",
    to: "{ shutdown_deadline: context.now, health: 'stopped' }",
  },
  {
    says: 'a revocation without time to obey leaves nothing to hear',
    file: 'src/store/transactions/installations/installations.ts',
    from: 'await queueCommand(tx, context, {',
    to: 'if (shutdown_deadline > context.now) await queueCommand(tx, context, {',
  },
  // Refresh, revoke, recover
  {
    says: 'refresh works after a revocation',
    file: 'src/store/transactions/installations/installations.ts',
    from: '!installation || !isOperative(installation) || !sameHash',
    to: '!installation || !sameHash',
  },
  {
    says: 'refresh works with the token before a recovery',
    file: 'src/store/transactions/installations/installations.ts',
    from: 'refresh_hash: refresh.hash, epoch:',
    to: 'epoch:',
  },
  {
    says: 'a recovery leaves the runtime tokens alive',
    file: 'src/store/transactions/installations/installations.ts',
    from: 'await deleteRuntimeTokens(tx, installation_id)',
    to: '',
  },
  {
    says: 'a recovery moves a lease back',
    file: 'src/store/transactions/installations/installations.ts',
    from: 'later(chosen.lease_expires_at, leaseEnd(heartbeat_interval, context.now))',
    to: 'leaseEnd(heartbeat_interval, context.now)',
  },
  {
    says: 'a recovery picks one whose credentials are good',
    file: 'src/domain/installations/recovery.ts',
    from: 'expired ?? candidates[0]',
    to: 'candidates[0] ?? expired',
  },
  {
    says: 'a recovery picks the most recently seen',
    file: 'src/domain/installations/recovery.ts',
    from: 'expired ?? candidates[0]',
    to: 'expired ?? candidates.at(-1)',
  },
  {
    says: 'a second revocation moves the deadline',
    file: 'src/store/transactions/installations/installations.ts',
    from: "if (installation.lifecycle === 'revoked') return { kind: 'revoked', installation }",
    to: '',
  },
  {
    says: 'the tokens of a revoked installation work everywhere',
    file: 'src/auth/authenticate.ts',
    from: "if (!live && operation_id !== 'renewLease') return undefined",
    to: '',
  },
  // People
  {
    says: 'whoever knows an invitation accepts it for who is invited',
    file: 'src/store/transactions/organizations/invitation-endings.ts',
    from: 'if (found?.email !== email) return undefined',
    to: 'if (!found) return undefined\n  email = found.email',
  },
  {
    says: 'an invitation is good a millisecond too long',
    file: 'src/store/transactions/organizations/invitations.ts',
    from: '=> now < expires_at',
    to: '=> now <= expires_at',
  },
  {
    says: 'an accepted invitation stays open',
    file: 'src/store/transactions/organizations/invitation-endings.ts',
    from: '  await tx.invitations.delete({ invitation_id })\n  await tx.members.insert(member)',
    to: '  await tx.members.insert(member)',
  },
  {
    says: 'an invitation makes a member at once',
    file: 'src/store/transactions/organizations/invitations.ts',
    from: '  await tx.invitations.insert(invitation)',
    to: '  await tx.invitations.insert(invitation)\n  await tx.members.insert({ user_id: `usr_${newId(context)}`, organization_id, email, role, joined_at: context.now })',
  },
  {
    says: 'who leaves keeps open what they invited',
    file: 'src/store/transactions/organizations/organizations.ts',
    from: '  await withdrawDisallowed(tx, context, { organization_id, email, role: null })',
    to: '',
  },
  {
    says: 'the last owner leaves',
    file: 'src/store/transactions/organizations/organizations.ts',
    from: "=== 'last_owner') return { kind: 'last_owner' }",
    to: "=== 'owner_required') return { kind: 'last_owner' }",
  },
  {
    says: 'admins invite owners',
    file: 'src/domain/organizations/membership.ts',
    from: "role !== 'owner' || actor === 'owner'",
    to: 'true',
  },
  {
    says: 'an expired invitation keeps another from being made',
    file: 'src/store/transactions/organizations/invitations.ts',
    from: 'if (earlier && isOpen(earlier, context.now)) return',
    to: 'if (earlier) return',
  },
  {
    says: 'a withdrawn invitation can be accepted',
    file: 'src/store/transactions/organizations/invitation-endings.ts',
    from: '  for (const { invitation_id } of invitations) await tx.invitations.delete({ invitation_id })\n',
    to: '',
  },
  {
    says: 'invitations are read before the transaction',
    file: 'src/store/store.ts',
    from: WRITE,
    to: readEarly('invitations'),
  },
  {
    says: 'members are read before the transaction',
    file: 'src/store/store.ts',
    from: WRITE,
    to: readEarly('members'),
  },
  // Transactions and answers
  {
    says: 'installations are read before the transaction',
    file: 'src/store/store.ts',
    from: WRITE,
    to: readEarly('installations'),
  },
  {
    says: 'install tokens are read before the transaction',
    file: 'src/store/store.ts',
    from: WRITE,
    to: readEarly('install_tokens'),
  },
  {
    says: 'runtime tokens are read before the transaction',
    file: 'src/store/store.ts',
    from: WRITE,
    to: readEarly('runtime_tokens'),
  },
  {
    says: 'credentials that were good once are remembered',
    file: 'src/auth/authenticate.ts',
    from: 'const found = await store.findRuntimeToken({ hash: token_hash, now: now() })',
    to: 'const known = (globalThis as { known?: Map<string, never> }).known ??= new Map<string, never>()\n  const found = known.get(token_hash) ?? (await store.findRuntimeToken({ hash: token_hash, now: now() }))\n  if (found) known.set(token_hash, found as never)',
  },
  {
    says: 'a revocation leaves no record',
    file: 'src/store/transactions/installations/installations.ts',
    from: "await appendAudit(tx, context, { ...auditEvent(installation, 'installation.revoked'), metadata: { reason } })",
    to: '',
  },
  {
    says: 'the audit chain is not linked',
    file: 'src/domain/audit/record.ts',
    from: 'const prev_hash = previous?.hash ?? FIRST_PREV_HASH',
    to: 'const prev_hash = FIRST_PREV_HASH',
  },
]

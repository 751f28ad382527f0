/** A plausible mistake in the platform, given as a passage of the source code and its replacement. */
export interface Fault {
  readonly description: string
  readonly file: string
  readonly from: string
  readonly to: string
}

const WRITES = '...writes(inTransaction),'
/** Returns a faulty version of `WRITES`, in which every write reads a table before its transaction begins. */
const readEarly = (
  table: string,
) => `...writes((write: Write) => async (context: CallContext, input: never) => {
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
    description: 'an install token creates an installation each time',
    file: 'src/domain/installations/install-token.ts',
    from: "return { kind: 'replayed', token, installation }",
    to: "return { kind: 'first', token }",
  },
  {
    description: 'each replay extends the replay window',
    file: 'src/store/transactions/installations/bootstrap.ts',
    from: 'await tx.install_tokens.update({ token_id: token.token_id }, { callers })',
    to: 'await tx.install_tokens.update({ token_id: token.token_id }, { callers, consumed_at: context.now })',
  },
  {
    description: 'the replay window is a millisecond too long',
    file: 'src/domain/installations/install-token.ts',
    from: '< BOOTSTRAP_REPLAY_WINDOW_MS',
    to: '<= BOOTSTRAP_REPLAY_WINDOW_MS',
  },
  {
    description: 'an install token is valid for a millisecond too long',
    file: 'src/domain/installations/install-token.ts',
    from: 'token.expires_at <= now',
    to: 'token.expires_at < now',
  },
  {
    description: 'an expired token cannot be replayed within the replay window',
    file: 'src/domain/installations/install-token.ts',
    from: 'if (token.consumed_at === null) return',
    to: 'if (token.consumed_at === null || token.expires_at <= now) return',
  },
  {
    description: 'a replay works after a recovery',
    file: 'src/store/transactions/installations/recovery.ts',
    from: 'epoch: chosen.epoch + 1',
    to: 'epoch: chosen.epoch',
  },
  {
    description: 'a replay works after a revocation',
    file: 'src/domain/installations/install-token.ts',
    from: '|| !isOperative(installation) ',
    to: '',
  },
  // Runtime tokens
  {
    description: 'token_version does not increase',
    file: 'src/store/transactions/installations/issue-tokens.ts',
    from: 'const record: RuntimeToken = issue(installation_id, token_version + 1,',
    to: 'const record: RuntimeToken = issue(installation_id, Math.max(1, token_version),',
  },
  {
    description: 'issuing a token invalidates the one in use',
    file: 'src/store/transactions/installations/issue-tokens.ts',
    from: "  const all = await tx.runtime_tokens.find({ where: { installation_id }, orderBy: ['version'] })",
    to: "  const all = await tx.runtime_tokens.find({ where: { installation_id }, orderBy: ['version'] })\n  for (const old of all.slice(0, -1)) await tx.runtime_tokens.update({ hash: old.hash }, { effective_expires_at: context.now })",
  },
  {
    description: 'replaced tokens stay valid',
    file: 'src/domain/installations/runtime-token.ts',
    from: ', ...superseded]',
    to: ']',
  },
  {
    description: 'replaced tokens become invalid at once',
    file: 'src/domain/installations/runtime-token.ts',
    from: 'const end = plus(now, RUNTIME_TOKEN_OVERLAP_MS)',
    to: 'const end = now',
  },
  {
    description: 'a refreshed token is issued a millisecond too late',
    file: 'src/domain/installations/runtime-token.ts',
    from: '<= RUNTIME_TOKEN_REFRESH_WINDOW_MS',
    to: '< RUNTIME_TOKEN_REFRESH_WINDOW_MS',
  },
  {
    description: 'a runtime token is valid for a millisecond too long',
    file: 'src/domain/installations/runtime-token.ts',
    from: '=> now < token.effective_expires_at',
    to: '=> now <= token.effective_expires_at',
  },
  {
    description: 'using a token limits the validity of higher versions instead of lower ones',
    file: 'src/domain/installations/runtime-token.ts',
    from: 'token.version < used.version',
    to: 'token.version > used.version',
  },
  {
    description: 'only one unused version is kept',
    file: 'src/domain/limits.ts',
    from: 'UNUSED_RUNTIME_TOKENS_KEPT = 16',
    to: 'UNUSED_RUNTIME_TOKENS_KEPT = 1',
  },
  // Leases
  {
    description: 'a heartbeat renews the lease of a revoked installation',
    file: 'src/domain/installations/lease.ts',
    from: "if (lifecycle === 'revoked') return",
    to: "if (lifecycle === 'revoked' && heartbeat.heartbeat_interval_seconds === undefined) return",
  },
  {
    description: 'a heartbeat after a revocation returns a token',
    file: 'src/store/transactions/installations/lease.ts',
    from: 'renewed && !ended ?',
    to: '!ended ?',
  },
  {
    description: 'heartbeats after a revocation are never refused',
    file: 'src/domain/installations/lease.ts',
    from: '&& now < shutdown_deadline ?',
    to: '?',
  },
  {
    description: 'a shorter interval shortens a granted lease',
    file: 'src/domain/installations/lease.ts',
    from: 'lease_expires_at = later(installation.lease_expires_at, leaseEnd(heartbeat_interval, now))',
    to: 'lease_expires_at = leaseEnd(heartbeat_interval, now)',
  },
  {
    description:
      'a process whose clock lags behind keeps waiting after the termination was acknowledged',
    file: 'src/store/transactions/installations/commands.ts',
    from: "{ shutdown_deadline: null, health: 'stopped' }",
    to: "{ shutdown_deadline: context.now, health: 'stopped' }",
  },
  {
    description: 'a revocation without a shutdown time queues no terminate command',
    file: 'src/store/transactions/installations/installations.ts',
    from: 'await queueCommand(tx, context, {',
    to: 'if (shutdown_deadline > context.now) await queueCommand(tx, context, {',
  },
  // Refresh, revoke, recover
  {
    description: 'refresh works after a revocation',
    file: 'src/store/transactions/installations/installations.ts',
    from: '!installation || !isOperative(installation) || !sameHash',
    to: '!installation || !sameHash',
  },
  {
    description: 'the refresh token from before a recovery still works',
    file: 'src/store/transactions/installations/recovery.ts',
    from: 'refresh_hash: refresh.hash, epoch:',
    to: 'epoch:',
  },
  {
    description: 'a recovery keeps the old runtime tokens valid',
    file: 'src/store/transactions/installations/recovery.ts',
    from: 'await deleteRuntimeTokens(tx, installation_id)',
    to: '',
  },
  {
    description: 'a recovery moves a lease back',
    file: 'src/store/transactions/installations/recovery.ts',
    from: 'later(chosen.lease_expires_at, leaseEnd(heartbeat_interval, context.now))',
    to: 'leaseEnd(heartbeat_interval, context.now)',
  },
  {
    description: 'a recovery ignores expired credentials',
    file: 'src/domain/installations/recovery.ts',
    from: 'expired ?? candidates[0]',
    to: 'candidates[0] ?? expired',
  },
  {
    description: 'a recovery chooses the most recently seen installation',
    file: 'src/domain/installations/recovery.ts',
    from: 'expired ?? candidates[0]',
    to: 'expired ?? candidates.at(-1)',
  },
  {
    description: 'a second revocation moves the deadline',
    file: 'src/store/transactions/installations/installations.ts',
    from: "if (installation.lifecycle === 'revoked') return { kind: 'revoked', installation }",
    to: '',
  },
  {
    description: 'the tokens of a revoked installation work for every operation',
    file: 'src/auth/callers.ts',
    from: "if (operation_id !== 'renewLease' && !isOperative(installation)) return undefined",
    to: '',
  },
  // People
  {
    description: 'any person can accept an invitation that was sent to someone else',
    file: 'src/store/transactions/organizations/invitation-endings.ts',
    from: 'if (found?.email !== email) return undefined',
    to: 'if (!found) return undefined\n  email = found.email',
  },
  {
    description: 'an invitation is valid for a millisecond too long',
    file: 'src/store/transactions/organizations/invitations.ts',
    from: '=> now < expires_at',
    to: '=> now <= expires_at',
  },
  {
    description: 'an accepted invitation stays open',
    file: 'src/store/transactions/organizations/invitation-endings.ts',
    from: '  await tx.invitations.delete({ invitation_id })\n  await tx.members.insert(member)',
    to: '  await tx.members.insert(member)',
  },
  {
    description: 'an invitation adds a member at once',
    file: 'src/store/transactions/organizations/invitations.ts',
    from: '  await tx.invitations.insert(invitation)',
    to: '  await tx.invitations.insert(invitation)\n  await tx.members.insert({ user_id: `usr_${newId(context)}`, organization_id, email, role, joined_at: context.now })',
  },
  {
    description: 'invitations of a member who leaves stay open',
    file: 'src/store/transactions/organizations/members.ts',
    from: '  await withdrawDisallowed(tx, context, { organization_id, email, role: null })',
    to: '',
  },
  {
    description: 'the last owner can leave',
    file: 'src/store/transactions/organizations/members.ts',
    from: "=== 'last_owner') return { kind: 'last_owner' }",
    to: "=== 'owner_required') return { kind: 'last_owner' }",
  },
  {
    description: 'admins can invite owners',
    file: 'src/domain/organizations/membership.ts',
    from: "role !== 'owner' || actor === 'owner'",
    to: 'true',
  },
  {
    description: 'an expired invitation prevents a new one',
    file: 'src/store/transactions/organizations/invitations.ts',
    from: 'if (earlier && isOpen(earlier, context.now)) return',
    to: 'if (earlier) return',
  },
  {
    description: 'a withdrawn invitation can be accepted',
    file: 'src/store/transactions/organizations/invitation-endings.ts',
    from: '  for (const { invitation_id } of invitations) await tx.invitations.delete({ invitation_id })\n',
    to: '',
  },
  {
    description: 'invitations are read before the transaction',
    file: 'src/store/store.ts',
    from: WRITES,
    to: readEarly('invitations'),
  },
  {
    description: 'members are read before the transaction',
    file: 'src/store/store.ts',
    from: WRITES,
    to: readEarly('members'),
  },
  // Transactions and responses
  {
    description: 'installations are read before the transaction',
    file: 'src/store/store.ts',
    from: WRITES,
    to: readEarly('installations'),
  },
  {
    description: 'install tokens are read before the transaction',
    file: 'src/store/store.ts',
    from: WRITES,
    to: readEarly('install_tokens'),
  },
  {
    description: 'runtime tokens are read before the transaction',
    file: 'src/store/store.ts',
    from: WRITES,
    to: readEarly('runtime_tokens'),
  },
  {
    description: 'valid credentials are cached',
    file: 'src/auth/callers.ts',
    from: 'const found = await store.findRuntimeToken({ hash: token_hash, now: now() })',
    to: 'const known = (globalThis as { known?: Map<string, never> }).known ??= new Map<string, never>()\n  const found = known.get(token_hash) ?? (await store.findRuntimeToken({ hash: token_hash, now: now() }))\n  if (found) known.set(token_hash, found as never)',
  },
  {
    description: 'a revocation has no audit record',
    file: 'src/store/transactions/installations/installations.ts',
    from: "await appendAudit(tx, context, installationEvent('installation.revoked', installation, { reason }))",
    to: '',
  },
  {
    description: 'the audit chain is not linked',
    file: 'src/domain/audit/record.ts',
    from: 'const prev_hash = previous?.hash ?? FIRST_PREV_HASH',
    to: 'const prev_hash = FIRST_PREV_HASH',
  },
]

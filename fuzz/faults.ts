/** A mistake somebody could make in the server: a text of the sources, and what stands there instead. */
export interface Fault {
  readonly says: string
  readonly file: string
  readonly from: string
  readonly to: string
  /** The job that should notice; `enterprise` unless told otherwise. */
  readonly job?: 'free' | 'agent'
}

export const FAULTS: readonly Fault[] = [
  // Credentials
  {
    says: 'an ended session goes on',
    file: 'src/store/transactions/organizations/sign-in.ts',
    from: 'tx.admin_sessions.delete({ session_id })',
    to: 'tx.admin_sessions.get({ session_id })',
  },
  {
    says: 'a PIN opens two sessions',
    file: 'src/domain/organizations/sign-in.ts',
    from: 'consumed_at === null && ',
    to: '',
  },
  {
    says: 'any PIN is right',
    file: 'src/store/transactions/organizations/sign-in.ts',
    from: '!pin_correct || ',
    to: '',
  },
  {
    says: 'a PIN is good for any e-mail address',
    file: 'src/store/transactions/organizations/sign-in.ts',
    from: '!challenge || challenge.email !== email',
    to: '!challenge',
  },
  {
    says: 'the refresh token of a revoked installation works',
    file: 'src/store/transactions/installations/installations.ts',
    from: '!installation || !isOperative(installation) || !sameHash',
    to: '!installation || !sameHash',
  },
  {
    says: 'any refresh token works',
    file: 'src/store/transactions/installations/installations.ts',
    from: '!sameHash(installation.refresh_hash, input.refresh_hash)',
    to: 'false',
  },
  {
    says: 'a recovery leaves the runtime tokens alive',
    file: 'src/store/transactions/installations/installations.ts',
    from: 'await deleteRuntimeTokens(tx, installation_id)',
    to: '',
  },
  {
    says: 'a recovery leaves the refresh token alive',
    file: 'src/store/transactions/installations/installations.ts',
    from: 'refresh_hash: refresh.hash, epoch:',
    to: 'epoch:',
  },
  {
    says: 'an install token works after a recovery',
    file: 'src/store/transactions/installations/installations.ts',
    from: 'epoch: chosen.epoch + 1',
    to: 'epoch: chosen.epoch',
  },
  {
    says: 'a recovery forgets its refresh token',
    file: 'src/handlers/installations/installations.ts',
    from: "case 'recovered': return reply(200, { ...presentCredentials(outcome.installation, outcome.issued), refresh_token: outcome.refresh_token })",
    to: "case 'recovered': return reply(200, presentCredentials(outcome.installation, outcome.issued))",
  },
  {
    says: 'the replay window never closes',
    file: 'src/domain/installations/install-token.ts',
    from: 'elapsed(token.consumed_at, now) < BOOTSTRAP_REPLAY_WINDOW_MS',
    to: 'elapsed(token.consumed_at, now) >= 0',
  },
  {
    says: 'an install token makes many installations',
    file: 'src/domain/installations/install-token.ts',
    from: "return { kind: 'replayed', token, installation }",
    to: "return { kind: 'first', token }",
  },
  {
    says: 'a replay shows a refresh token',
    file: 'src/handlers/installations/installations.ts',
    from: "case 'replayed': return reply(200, presentCredentials(outcome.installation, outcome.issued))",
    to: "case 'replayed': return reply(200, { ...presentCredentials(outcome.installation, outcome.issued), refresh_token: 'srf_'.padEnd(47, '0') })",
  },
  {
    says: 'token_version stands still',
    file: 'src/store/transactions/installations/issue-tokens.ts',
    from: 'token_version: record.version }\n}',
    to: 'token_version: 1 }\n}',
  },
  {
    says: 'replaced runtime tokens live on',
    file: 'src/domain/installations/runtime-token.ts',
    from: ', ...superseded]',
    to: ']',
  },
  {
    says: 'a revoked installation keeps its lease',
    file: 'src/domain/installations/lease.ts',
    from: "if (lifecycle === 'revoked') return",
    to: "if (lifecycle === 'revoked' && now === '') return",
  },
  {
    says: 'the tokens of a revoked installation work everywhere',
    file: 'src/auth/authenticate.ts',
    from: "if (!live && operation_id !== 'renewLease') return undefined",
    to: '',
  },
  {
    says: 'an agent out of use is let in',
    file: 'src/domain/installations/installation.ts',
    from: 'agent !== undefined && agent.suspended_at === null && agent.revoked_at === null',
    to: 'agent !== undefined',
  },
  // Who may do what
  {
    says: 'other organizations are within reach',
    file: 'src/domain/organizations/reach.ts',
    from: 'reach.organizations.includes(owner.organization_id) &&',
    to: 'reach.organizations.length > 0 &&',
  },
  {
    says: 'scopes are not looked at',
    file: 'src/auth/gates.ts',
    from: "caller.kind === 'api_key' && !covers",
    to: "caller.kind === 'session' && !covers",
  },
  {
    says: 'a viewer may act',
    file: 'src/domain/organizations/scopes.ts',
    from: "ACTING_ROLES: readonly Role[] = ['owner', 'admin']",
    to: 'ACTING_ROLES: readonly Role[] = ROLES',
  },
  {
    says: 'anybody may judge',
    file: 'src/auth/gates.ts',
    from: "caller.operator ? undefined : { code: 'OPERATOR_REQUIRED' }",
    to: 'undefined',
  },
  {
    says: 'plans are not looked at',
    file: 'src/domain/organizations/plans.ts',
    from: 'PLANS.indexOf(plan) >= PLANS.indexOf(required)',
    to: 'PLANS.includes(required)',
    job: 'free',
  },
  {
    says: 'quotas are not looked at',
    file: 'src/domain/organizations/plans.ts',
    from: 'max !== null && current >= max',
    to: 'max !== null && max < 0',
    job: 'free',
  },
  {
    says: 'missing keys are 400',
    file: 'src/problems/credentials.ts',
    from: "({ status: 401, error: 'unauthorized', message })",
    to: "({ status: 400 as 401, error: 'unauthorized', message })",
  },
  // Requests
  {
    says: 'a parameter may be repeated',
    file: 'src/contract/parameters.ts',
    from: "before !== undefined && list !== 'repeated'",
    to: "before !== undefined && list === 'none' && name === ''",
  },
  {
    says: '405 names no methods',
    file: 'src/contract/response.ts',
    from: "new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: match.allow } })",
    to: "new Problem('METHOD_NOT_ALLOWED')",
  },
  {
    says: 'Allow names methods that are not there',
    file: 'src/contract/router.ts',
    from: "'OPTIONS', ...(methods",
    to: "'OPTIONS', 'PATCH', ...(methods",
  },
  {
    says: 'an unknown method is not found',
    file: 'src/contract/router.ts',
    from: ": 'method_not_allowed', allow }",
    to: ": 'not_found', allow }",
  },
  {
    says: 'broken JSON is our fault',
    file: 'src/contract/body.ts',
    from: "return 'fault' in parsed ? malformed(parsed.fault) :",
    to: "if ('fault' in parsed) throw new Error(parsed.fault)\n      return",
  },
  {
    says: 'bodies are not checked',
    file: 'src/contract/body.ts',
    from: 'if (check.passes(subject)) return undefined',
    to: 'if (check.passes(subject) || bytes > 0) return undefined',
  },
  {
    says: 'parameters are not checked',
    file: 'src/contract/parameters.ts',
    from: 'if (parameters.length > 0 && !check.passes(read))',
    to: 'if (parameters.length > 100 && !check.passes(read))',
  },
  {
    says: 'a retention of 100 years is fine',
    file: 'generated/platform.json',
    from: '"maximum": 3650,\n            "description": "Number of days for which to keep',
    to: '"maximum": 36500,\n            "description": "Number of days for which to keep',
  },
  {
    says: 'letters beyond the first plane crash',
    file: 'src/handlers/organizations/workspaces.ts',
    from: "if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')\n    const outcome = await store.createWorkspace",
    to: "if (/[\\ud800-\\udfff]/.test(body.name)) throw new Error('surrogate')\n    const outcome = await store.createWorkspace",
  },
  {
    says: 'an undecodable signature crashes',
    file: 'src/handlers/trust/trust.ts',
    from: 'const examination = examine(agent',
    to: "if (/[^\\x20-\\x7e]/.test(signature)) throw new Error('signature')\n    const examination = examine(agent",
  },
  // Answers
  {
    says: 'a created workspace answers 200',
    file: 'src/handlers/organizations/workspaces.ts',
    from: 'return reply(201, present(outcome))',
    to: 'return reply(200 as never, present(outcome) as never)',
  },
  {
    says: 'a timestamp is a number',
    file: 'src/handlers/organizations/workspaces.ts',
    from: 'created_at: workspace.created_at,',
    to: 'created_at: 0 as never,',
  },
  {
    says: 'a deleted workspace is still there',
    file: 'src/store/transactions/organizations/workspaces.ts',
    from: 'await tx.workspaces.delete({ workspace_id })',
    to: '',
  },
  {
    says: 'errors carry no request_id',
    file: 'src/present.ts',
    from: 'code, request_id,',
    to: 'code,',
  },
  {
    says: 'an error repeats the credential',
    file: 'src/auth/unauthenticated.ts',
    from: 'details: { headers: {',
    to: "details: { message: String(headers['authorization'] ?? headers['x-api-key']).replace(/[^ -~]/g, ''), headers: {",
  },
  {
    says: 'a session shows a key',
    file: 'src/handlers/organizations/admin.ts',
    from: '({ organization_id, name, plan, role }))',
    to: "({ organization_id, name: 'sk_live_'.padEnd(51, 'x'), plan, role }))",
  },
  {
    says: 'output is not result',
    file: 'src/handlers/tasks/routing.ts',
    from: 'output: verdict.result }',
    to: 'output: { ...verdict.result, more: 1 } }',
  },
  {
    says: 'the audit chain is not linked',
    file: 'src/domain/audit/record.ts',
    from: 'const prev_hash = previous?.hash ?? FIRST_PREV_HASH',
    to: 'const prev_hash = FIRST_PREV_HASH',
  },
  {
    says: 'a page forgets a record',
    file: 'src/store/transactions/audit/records.ts',
    from: 'const items = rows.slice(0, limit).map(withoutChain)',
    to: 'const items = rows.slice(1, limit).map(withoutChain)',
  },
  // The agent
  {
    says: 'an unknown skill is 404',
    file: 'src/agent/server/problems.ts',
    from: 'unknown_skill: 422',
    to: 'unknown_skill: 404',
    job: 'agent',
  },
  {
    says: 'the output of an agent is not its result',
    file: 'src/agent/server/handlers/a2a.ts',
    from: 'output: result,',
    to: 'output: {},',
    job: 'agent',
  },
  {
    says: 'an agent answers completed for what failed',
    file: 'src/agent/server/handlers/a2a.ts',
    from: "if (outcome.kind === 'failed') return refuse(outcome.code, outcome.details)\n    const { result",
    to: "if (outcome.kind === 'failed') return reply(200, { task_id, status: 'failed', error: { code: 'x', message: 'x' } } as never)\n    const { result",
    job: 'agent',
  },
  {
    says: 'a session of nobody is enough to chat',
    file: 'src/agent/server/sessions.ts',
    from: 'const session = sessions.get(hashToken(token))',
    to: 'const session = sessions.get(hashToken(token)) ?? [...sessions.values()][0]',
    job: 'agent',
  },
]

/** A plausible mistake in the server, given as a passage of the sources and its replacement. */
export interface Fault {
  readonly description: string
  readonly file: string
  readonly from: string
  readonly to: string
  /** The job that should find the fault; `enterprise` by default. */
  readonly job?: 'free' | 'agent'
}

export const FAULTS: readonly Fault[] = [
  // Credentials
  {
    description: 'an ended session stays valid',
    file: 'src/store/transactions/organizations/sign-in.ts',
    from: 'tx.admin_sessions.delete({ session_id })',
    to: 'tx.admin_sessions.get({ session_id })',
  },
  {
    description: 'a PIN opens two sessions',
    file: 'src/domain/organizations/sign-in.ts',
    from: 'consumed_at === null && ',
    to: '',
  },
  {
    description: 'any PIN is accepted',
    file: 'src/store/transactions/organizations/sign-in.ts',
    from: '!pin_correct(challenge) || ',
    to: '',
  },
  {
    description: 'a PIN is valid for any e-mail address',
    file: 'src/store/transactions/organizations/sign-in.ts',
    from: '!challenge || challenge.email !== email',
    to: '!challenge',
  },
  {
    description: 'the refresh token of a revoked installation works',
    file: 'src/store/transactions/installations/installations.ts',
    from: '!installation || !isOperative(installation) || !sameHash',
    to: '!installation || !sameHash',
  },
  {
    description: 'any refresh token works',
    file: 'src/store/transactions/installations/installations.ts',
    from: '!sameHash(installation.refresh_hash, input.refresh_hash)',
    to: 'false',
  },
  {
    description: 'a recovery keeps the old runtime tokens valid',
    file: 'src/store/transactions/installations/recovery.ts',
    from: 'await deleteRuntimeTokens(tx, installation_id)',
    to: '',
  },
  {
    description: 'a recovery keeps the old refresh token valid',
    file: 'src/store/transactions/installations/recovery.ts',
    from: 'refresh_hash: refresh.hash, epoch:',
    to: 'epoch:',
  },
  {
    description: 'a consumed install token can be replayed after a recovery',
    file: 'src/store/transactions/installations/recovery.ts',
    from: 'epoch: chosen.epoch + 1',
    to: 'epoch: chosen.epoch',
  },
  {
    description: 'a recovery returns no refresh token',
    file: 'src/handlers/installations/installations.ts',
    from: "case 'recovered': return reply(200, { ...presentCredentials(outcome.installation, outcome.issued), refresh_token: outcome.refresh_token })",
    to: "case 'recovered': return reply(200, presentCredentials(outcome.installation, outcome.issued))",
  },
  {
    description: 'the replay window never ends',
    file: 'src/domain/installations/install-token.ts',
    from: 'elapsed(token.consumed_at, now) < BOOTSTRAP_REPLAY_WINDOW_MS',
    to: 'elapsed(token.consumed_at, now) >= 0',
  },
  {
    description: 'an install token creates several installations',
    file: 'src/domain/installations/install-token.ts',
    from: "return { kind: 'replayed', token, installation }",
    to: "return { kind: 'first', token }",
  },
  {
    description: 'a replay returns a refresh token',
    file: 'src/handlers/installations/installations.ts',
    from: "case 'replayed': return reply(200, presentCredentials(outcome.installation, outcome.issued))",
    to: "case 'replayed': return reply(200, { ...presentCredentials(outcome.installation, outcome.issued), refresh_token: 'srf_'.padEnd(47, '0') })",
  },
  {
    description: 'token_version does not increase',
    file: 'src/store/transactions/installations/issue-tokens.ts',
    from: 'token_version: record.version }\n}',
    to: 'token_version: 1 }\n}',
  },
  {
    description: 'replaced runtime tokens stay valid',
    file: 'src/domain/installations/runtime-token.ts',
    from: ', ...superseded]',
    to: ']',
  },
  {
    description: 'a revoked installation keeps its lease',
    file: 'src/domain/installations/lease.ts',
    from: "if (lifecycle === 'revoked') return",
    to: "if (lifecycle === 'revoked' && now === '') return",
  },
  {
    description: 'the tokens of a revoked installation work for every operation',
    file: 'src/auth/callers.ts',
    from: "if (operation_id !== 'renewLease' && !isOperative(installation)) return undefined",
    to: '',
  },
  {
    description: 'a suspended agent is accepted',
    file: 'src/domain/agents/registration.ts',
    from: 'agent !== undefined && agent.suspended_at === null && agent.revoked_at === null',
    to: 'agent !== undefined',
  },
  // Authorization
  {
    description: 'resources of other organizations are accessible',
    file: 'src/domain/organizations/access.ts',
    from: 'reach.organizations.includes(owner.organization_id) &&',
    to: 'reach.organizations.length > 0 &&',
  },
  {
    description: 'scopes are not checked',
    file: 'src/auth/gates.ts',
    from: "caller.kind === 'api_key' && !covers",
    to: "caller.kind === 'session' && !covers",
  },
  {
    description: 'a viewer may make changes',
    file: 'src/domain/organizations/roles.ts',
    from: 'viewer: VIEWER',
    to: 'viewer: SCOPES',
  },
  {
    description: 'people who are not operators may decide disputes',
    file: 'src/auth/role-gate.ts',
    from: "caller.operator ? undefined : { code: 'OPERATOR_REQUIRED' }",
    to: 'undefined',
  },
  {
    description: 'plans are not checked',
    file: 'src/domain/organizations/plans.ts',
    from: 'PLANS.indexOf(plan) >= PLANS.indexOf(required)',
    to: 'PLANS.includes(required)',
    job: 'free',
  },
  {
    description: 'quotas are not checked',
    file: 'src/domain/organizations/plans.ts',
    from: 'max !== null && current >= max',
    to: 'max !== null && max < 0',
    job: 'free',
  },
  {
    description: 'a missing key gets 400',
    file: 'src/problems/credentials.ts',
    from: "({ status: 401, error: 'unauthorized', message })",
    to: "({ status: 400 as 401, error: 'unauthorized', message })",
  },
  // Requests
  {
    description: 'a parameter may be repeated',
    file: 'src/contract/parameters.ts',
    from: "previous !== undefined && list !== 'repeated'",
    to: "previous !== undefined && list === 'none' && name === ''",
  },
  {
    description: '405 has no Allow header',
    file: 'src/contract/response.ts',
    from: "new Problem('METHOD_NOT_ALLOWED', { headers: { Allow: match.allow } })",
    to: "new Problem('METHOD_NOT_ALLOWED')",
  },
  {
    description: 'Allow lists methods that do not exist',
    file: 'src/contract/router.ts',
    from: "'OPTIONS', ...(methods",
    to: "'OPTIONS', 'PATCH', ...(methods",
  },
  {
    description: 'an unknown method gets 404',
    file: 'src/contract/router.ts',
    from: ": 'method_not_allowed', allow }",
    to: ": 'not_found', allow }",
  },
  {
    description: 'invalid JSON gets 500',
    file: 'src/contract/body.ts',
    from: "return 'fault' in parsed ? malformed(parsed.fault) :",
    to: "if ('fault' in parsed) throw new Error(parsed.fault)\n      return",
  },
  {
    description: 'bodies are not checked',
    file: 'src/contract/body.ts',
    from: 'if (check.passes(subject)) return undefined',
    to: 'if (check.passes(subject) || bytes > 0) return undefined',
  },
  {
    description: 'parameters are not checked',
    file: 'src/contract/parameters.ts',
    from: 'if (parameters.length > 0 && !check.passes(found))',
    to: 'if (parameters.length > 100 && !check.passes(found))',
  },
  {
    description: 'a retention of 100 years is accepted',
    file: 'generated/platform.json',
    from: '"maximum": 3650,\n            "description": "Number of days for which to keep',
    to: '"maximum": 36500,\n            "description": "Number of days for which to keep',
  },
  {
    description: 'characters outside the Basic Multilingual Plane crash the server',
    file: 'src/handlers/organizations/workspaces.ts',
    from: "if (caller.reach.workspace_id !== null) return refuse('WORKSPACE_NOT_ALLOWED')\n    const outcome = await store.createWorkspace",
    to: "if (/[\\ud800-\\udfff]/.test(body.name)) throw new Error('surrogate')\n    const outcome = await store.createWorkspace",
  },
  {
    description: 'an undecodable signature crashes the server',
    file: 'src/handlers/trust/trust.ts',
    from: 'const examination = examine(agent',
    to: "if (/[^\\x20-\\x7e]/.test(signature)) throw new Error('signature')\n    const examination = examine(agent",
  },
  // Responses
  {
    description: 'creating a workspace returns 200',
    file: 'src/handlers/organizations/workspaces.ts',
    from: 'return reply(201, present(outcome))',
    to: 'return reply(200 as never, present(outcome) as never)',
  },
  {
    description: 'a timestamp is a number',
    file: 'src/handlers/organizations/workspaces.ts',
    from: 'created_at: workspace.created_at,',
    to: 'created_at: 0 as never,',
  },
  {
    description: 'a deleted workspace still exists',
    file: 'src/store/transactions/organizations/workspaces.ts',
    from: 'await tx.workspaces.delete({ workspace_id })',
    to: '',
  },
  {
    description: 'errors have no request_id',
    file: 'src/problems/problems.ts',
    from: 'code, request_id,',
    to: 'code,',
  },
  {
    description: 'an error repeats the credential',
    file: 'src/auth/unauthenticated.ts',
    from: 'headers: challengesOf(security),',
    to: "headers: challengesOf(security), message: String(headers['authorization'] ?? headers['x-api-key']).replace(/[^ -~]/g, ''),",
  },
  {
    description: 'a session contains an API key',
    file: 'src/handlers/organizations/sign-in.ts',
    from: 'memberships: memberships.map(presentMembership)',
    to: "memberships: memberships.map((one) => ({ ...presentMembership(one), name: 'sk_live_'.padEnd(51, 'x') }))",
  },
  {
    description: 'output differs from result',
    file: 'src/handlers/tasks/routing.ts',
    from: 'output: outcome.result }',
    to: 'output: { ...outcome.result, more: 1 } }',
  },
  {
    description: 'the audit chain is not linked',
    file: 'src/domain/audit/record.ts',
    from: 'const prev_hash = previous?.hash ?? FIRST_PREV_HASH',
    to: 'const prev_hash = FIRST_PREV_HASH',
  },
  {
    description: 'a page omits a record',
    file: 'src/store/transactions/audit/records.ts',
    from: 'items: page.items.map(withoutChain)',
    to: 'items: page.items.slice(1).map(withoutChain)',
  },
  // The agent
  {
    description: 'an unknown skill gets 404',
    file: 'src/agent/server/problems.ts',
    from: 'unknown_skill: 422',
    to: 'unknown_skill: 404',
    job: 'agent',
  },
  {
    description: 'the output of an agent differs from its result',
    file: 'src/agent/server/a2a/handler.ts',
    from: 'output: result,',
    to: 'output: {},',
    job: 'agent',
  },
  {
    description: 'an agent answers a failed task with 200',
    file: 'src/agent/server/a2a/handler.ts',
    from: "if (outcome.kind === 'failed') return refuse(outcome.code, outcome.details)\n    const { result",
    to: "if (outcome.kind === 'failed') return reply(200, { task_id, status: 'failed', error: { code: 'x', message: 'x' } } as never)\n    const { result",
    job: 'agent',
  },
  {
    description: 'an unknown session may chat',
    file: 'src/agent/server/sessions.ts',
    from: 'const session = sessions.get(hashToken(token))',
    to: 'const session = sessions.get(hashToken(token)) ?? [...sessions.values()][0]',
    job: 'agent',
  },
]

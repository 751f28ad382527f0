import { generateKeyPairSync, sign } from 'node:crypto'
import { applyResult } from '../../src/domain/audit/export-job.ts'
import { readAdvisory } from '../../src/domain/images/advisory.ts'
import type { FinishedReport } from '../../src/domain/images/report.ts'
import { svcId } from '../../src/domain/crypto/svc-id.ts'
import { DEFAULT_POLICY } from '../../src/domain/policies/policy.ts'
import { RESPONSE_HOURS } from '../../src/domain/support/ticket.ts'
import { hashToken } from '../../src/domain/tokens.ts'
import { examine } from '../../src/domain/trust/trust.ts'
import { signedText } from '../../src/domain/signatures/signature.ts'
import type { Store } from '../../src/store/store.ts'
import { ADVISORIES } from '../ports/images/fake-images.ts'
import { DAY, MINUTE } from '../kit/time.ts'
import {
  ISSUER,
  MASTER_KEYS,
  NEW_MASTER_KEY,
  signingKeyOf,
  type Installed,
  type World,
} from './world.ts'

export type Prepare = (world: World) => Promise<() => Promise<unknown>> | (() => Promise<unknown>)
type OnInstalled = (world: World, one: Installed) => Promise<unknown>
const installed =
  (run: OnInstalled, before: OnInstalled = async () => undefined): Prepare =>
  async (world) => {
    const one = await world.install()
    await before(world, one)
    return () => run(world, one)
  }
const ROUTABLE = { capabilities: ['read'], upstream_url: 'https://agent.example/a2a/tasks' }
const beginTask = ({ store, context, reach, organization_id, workspace_id }: World) =>
  store.beginTask(context(), {
    reach,
    organization_id,
    workspace_id,
    requester_id: organization_id,
    skill: 'read',
    timeout_ms: 1000,
  })

const rotateKey = ({ store, context }: Pick<World, 'store' | 'context'>) =>
  store.rotateSigningKey(context(), {
    use: 'statements',
    overlap_ms: 10 * MINUTE,
    master_keys: MASTER_KEYS,
  })

const exportOf = ({
  reach,
  organization_id,
  workspace_id,
}: Pick<World, 'reach' | 'organization_id' | 'workspace_id'>) => ({
  reach,
  organization_id,
  workspace_id,
  event_type: 'workspace.created',
  limit: 10,
  destination: 'logs' as const,
  options: {},
  master_keys: MASTER_KEYS,
  resolved_destination: {
    kind: 'override' as const,
    override: { url: 'https://intake.example/', credential: 'k' },
  },
})
const createExport = ({ store, context, ...world }: World) =>
  store.createExport(context(), exportOf(world))
const claimExport = async ({ store, context }: World) =>
  (
    await store.claimExports(context(), {
      limit: 1,
      capacity: () => 1,
      except: new Set<string>(),
      hold_ms: 1000,
    })
  )[0]!
const LIMIT = { bucket: 'few', limit: { name: 'few', limit: 3, window_s: 60 } }
const IMAGE = { workspace_id: null, ref: 'acme/agent:1', digest: `sha256:${'a'.repeat(64)}` }
const REPORT: FinishedReport = {
  status: 'completed',
  sbom: {},
  report: {
    database: null,
    image: { platform: 'linux/amd64', size_bytes: 1, layers: 1 },
    summary: { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 },
    coverage: [],
    findings: [],
    findings_omitted: 0,
    sbom: { format: 'CycloneDX', spec_version: '1.6', components: 0, digest: IMAGE.digest },
  },
}
async function claimScan({ store, context, organization_id }: World) {
  await store.requestImageScan(context(), { organization_id, ...IMAGE })
  return (await store.claimImageScan(context(), { except: [] }))!
}

/** Returns a function that opens a dispute about an agent of another organization. */
async function disputeOpener({
  store,
  context,
  reach,
  organization_id,
  tenant,
  agentNamed,
}: World) {
  const other = await tenant('x')
  await store.registerAgent(context(), {
    ...agentNamed('disputed'),
    organization_id: other.organization_id,
  })
  return () =>
    store.openDispute(context(), {
      reach,
      organization_id,
      svc_id: 'disputed',
      issue_type: 'security_concern',
      description: 'x',
      task_id: 't',
      logs: 'x',
    })
}

/** Opens a dispute, and returns its identifier. */
async function dispute(world: World): Promise<string> {
  const opened = await (await disputeOpener(world))()
  return opened.kind === 'opened' ? opened.dispute.dispute_id : ''
}

/** Adds an owner to the organization, who makes the following calls. */
async function addOwner({ store, context, reach, organization_id }: World) {
  await store.addMember(context(), { organization_id, email: 'owner@example.com', role: 'owner' })
  return { reach, organization_id, by: 'owner@example.com' }
}

/** Invites `b@example.com`, and returns the identifier of the invitation. */
async function invited({ store, context, organization_id }: World): Promise<string> {
  const made = await store.inviteAsOperator(context(), {
    organization_id,
    email: 'b@example.com',
    role: 'viewer',
  })
  return made.kind === 'created' ? made.invitation.invitation_id : ''
}

/**
 * At least one case for every writing transaction, with the event types that it must audit. A case should let its transaction write as
 * many tables as it can.
 */
export const CASES: readonly [
  transaction: keyof Store,
  kinds: readonly string[],
  prepare: Prepare,
][] = [
  [
    'createOrganization',
    [],
    ({ store, context }) =>
      () =>
        store.createOrganization(context(), { name: 'x', plan: 'free' }),
  ],
  [
    'createFirstOrganization',
    ['workspace.created', 'api_key.created'],
    async ({ store, context, database, signer, organization_id }) => {
      await database.transact((tx) => tx.organizations.delete({ organization_id }))
      return () =>
        store.createFirstOrganization(context(), { token: `sk_live_${'x'.repeat(43)}`, signer })
    },
  ],
  [
    'setPlan',
    ['plan.changed'],
    ({ store, context, organization_id }) =>
      () =>
        store.setPlan(context(), { organization_id, plan: 'free' }),
  ],
  [
    'createApiKey',
    ['api_key.created'],
    ({ store, context, organization_id }) =>
      () =>
        store.createApiKey(context(), { organization_id, name: 'x' }),
  ],
  [
    'revokeApiKey',
    ['api_key.revoked'],
    async ({ store, context, organization_id }) => {
      const created = await store.createApiKey(context(), { organization_id, name: 'x' })
      return () =>
        store.revokeApiKey(context(), {
          key_id: created.kind === 'created' ? created.key.key_id : '',
        })
    },
  ],
  [
    'touchApiKey',
    [],
    async ({ store, context, organization_id }) => {
      const created = await store.createApiKey(context(), { organization_id, name: 'x' })
      return () =>
        store.touchApiKey(context(), {
          key_id: created.kind === 'created' ? created.key.key_id : '',
        })
    },
  ],
  [
    'touchSession',
    ['admin.unusual_use'],
    async ({ store, context, clock }) => {
      const session = { session_id: 'ses_1', email: 'a@example.com' }
      await store.touchSession(context(), { ...session, range: '192.0.2.0/24' })
      clock.advance(8 * DAY)
      return () => store.touchSession(context(), { ...session, range: '198.51.100.0/24' })
    },
  ],
  [
    'warnExpiringKeys',
    ['api_key.expiring'],
    async ({ store, context, clock, organization_id }) => {
      await store.createApiKey(context(), { organization_id, name: 'x', expiry_minutes: 28_800 })
      clock.advance(10 * DAY)
      return () => store.warnExpiringKeys(context(), {})
    },
  ],
  [
    'addMember',
    ['member.added'],
    ({ store, context, organization_id }) =>
      () =>
        store.addMember(context(), { organization_id, email: 'a@example.com', role: 'owner' }),
  ],
  [
    'removeMember',
    ['member.removed'],
    async ({ store, context, organization_id }) => {
      await store.addMember(context(), { organization_id, email: 'a@example.com', role: 'owner' })
      return () => store.removeMember(context(), { organization_id, email: 'a@example.com' })
    },
  ],
  [
    'addOperator',
    ['operator.added'],
    ({ store, context }) =>
      () =>
        store.addOperator(context(), { email: 'a@example.com' }),
  ],
  [
    'removeOperator',
    ['operator.removed'],
    async ({ store, context }) => {
      await store.addOperator(context(), { email: 'a@example.com' })
      return () => store.removeOperator(context(), { email: 'a@example.com' })
    },
  ],
  [
    'inviteMember',
    ['member.invited'],
    async (world) => {
      const own = await addOwner(world)
      const counted = (bucket: string) => [{ bucket, limit: LIMIT.limit }]
      return () =>
        world.store.inviteMember(world.context(), {
          ...own,
          email: 'b@example.com',
          role: 'viewer',
          limits: counted('by organization'),
          email_limits: counted('by address'),
        })
    },
  ],
  [
    'inviteAsOperator',
    ['member.invited'],
    ({ store, context, organization_id }) =>
      () =>
        store.inviteAsOperator(context(), {
          organization_id,
          email: 'b@example.com',
          role: 'owner',
        }),
  ],
  [
    'withdrawInvitation',
    ['invitation.withdrawn'],
    async (world) => {
      const own = await addOwner(world)
      const invitation_id = await invited(world)
      return () => world.store.withdrawInvitation(world.context(), { ...own, invitation_id })
    },
  ],
  [
    'withdrawInvitationAsOperator',
    ['invitation.withdrawn'],
    async (world) => {
      await invited(world)
      return () =>
        world.store.withdrawInvitationAsOperator(world.context(), {
          organization_id: world.organization_id,
          email: 'b@example.com',
        })
    },
  ],
  [
    'acceptInvitation',
    ['member.joined'],
    async (world) => {
      const invitation_id = await invited(world)
      return () =>
        world.store.acceptInvitation(world.context(), { invitation_id, email: 'b@example.com' })
    },
  ],
  [
    'declineInvitation',
    ['invitation.declined', 'invitation.declined'],
    async (world) => {
      const invitation_id = await invited(world)
      return () =>
        world.store.declineInvitation(world.context(), { invitation_id, email: 'b@example.com' })
    },
  ],
  [
    'leaveOrganization',
    ['member.left'],
    async (world) => {
      await addOwner(world)
      const { store, context, organization_id } = world
      await store.addMember(context(), { organization_id, email: 'b@example.com', role: 'owner' })
      return () => store.leaveOrganization(context(), { organization_id, email: 'b@example.com' })
    },
  ],
  [
    'expireInvitations',
    ['invitation.expired'],
    async (world) => {
      await invited(world)
      world.clock.advance(14 * DAY)
      return () => world.store.expireInvitations(world.context(), {})
    },
  ],
  [
    'setMemberRole',
    ['member.role_changed'],
    async (world) => {
      const own = await addOwner(world)
      const member = await world.store.addMember(world.context(), {
        ...own,
        email: 'b@example.com',
        role: 'viewer',
      })
      return () =>
        world.store.setMemberRole(world.context(), {
          ...own,
          user_id: member!.user_id,
          role: 'owner',
        })
    },
  ],
  [
    'deleteMember',
    ['member.removed'],
    async (world) => {
      const own = await addOwner(world)
      const member = await world.store.addMember(world.context(), {
        ...own,
        email: 'b@example.com',
        role: 'owner',
      })
      return () => world.store.deleteMember(world.context(), { ...own, user_id: member!.user_id })
    },
  ],
  [
    'createOwnApiKey',
    ['api_key.created'],
    ({ store, context, reach, organization_id, workspace_id }) =>
      () =>
        store.createOwnApiKey(context(), { reach, organization_id, workspace_id, name: 'x' }),
  ],
  [
    'revokeOwnApiKey',
    ['api_key.revoked'],
    async ({ store, context, reach, organization_id }) => {
      const created = await store.createApiKey(context(), { organization_id, name: 'x' })
      return () =>
        store.revokeOwnApiKey(context(), {
          reach,
          organization_id,
          key_id: created.kind === 'created' ? created.key.key_id : '',
        })
    },
  ],
  [
    'continueRevocations',
    ['api_key.revoked'],
    async ({ store, context, reach, organization_id, database }) => {
      const creator = await store.createApiKey(context(), { organization_id, name: 'x' })
      const key_id = creator.kind === 'created' ? creator.key.key_id : ''
      await store.createOwnApiKey(context(), { reach, organization_id, name: 'y', by_key: key_id })
      await database.transact((tx) =>
        tx.api_keys.update({ key_id }, { revoked_at: context().now, revoking: true }),
      )
      return () => store.continueRevocations(context(), {})
    },
  ],
  [
    'requestPin',
    ['admin.pin_requested'],
    ({ store, context }) =>
      () =>
        store.requestPin(context(), { email: 'a@example.com' }),
  ],
  [
    'verifyPin',
    ['admin.login_succeeded'],
    async ({ store, context, organization_id }) => {
      await store.addMember(context(), { organization_id, email: 'a@example.com', role: 'owner' })
      const { challenge_id, email } = await store.requestPin(context(), { email: 'a@example.com' })
      return () => store.verifyPin(context(), { challenge_id, email, pin_correct: () => true })
    },
  ],
  [
    'verifyPin',
    ['admin.login_failed'],
    async ({ store, context }) => {
      const { challenge_id, email } = await store.requestPin(context(), { email: 'a@example.com' })
      return () => store.verifyPin(context(), { challenge_id, email, pin_correct: () => false })
    },
  ],
  [
    'showPin',
    ['admin.pin_shown'],
    async ({ store, context, organization_id }) => {
      await store.addMember(context(), { organization_id, email: 'a@example.com', role: 'owner' })
      await store.requestPin(context(), { email: 'a@example.com' })
      return () => store.showPin(context(), { email: 'a@example.com' })
    },
  ],
  [
    'createSignIn',
    ['admin.session_created'],
    async ({ store, context, organization_id }) => {
      await store.addMember(context(), { organization_id, email: 'a@example.com', role: 'owner' })
      return () => store.createSignIn(context(), { email: 'a@example.com' })
    },
  ],
  [
    'endSession',
    [],
    async ({ store, context, database }) => {
      await database.transact((tx) =>
        tx.admin_sessions.insert({
          session_id: 's',
          hash: 'h',
          email: 'e',
          created_at: context().now,
          expires_at: context().now,
        }),
      )
      return () => store.endSession(context(), { session_id: 's' })
    },
  ],
  [
    'registerAgent',
    ['agent.displaced', 'agent.registered', 'agent.verified', 'agent.displaced'],
    async ({ store, context, provedAgent, organization_id, tenant }) => {
      const other = await tenant('claims')
      await store.registerAgent(context(), {
        ...provedAgent('wanted'),
        organization_id: other.organization_id,
        proven: false,
      })
      return () => store.registerAgent(context(), { ...provedAgent('wanted'), organization_id })
    },
  ],
  [
    'updateAgent',
    ['agent.updated'],
    ({ store, context, agent_id, reach }) =>
      () =>
        store.updateAgent(context(), {
          svc_id: agent_id,
          reach,
          changes: {
            details: { description: 'new' },
            access: { private: false, installable_by: 'anyone', installers: [] },
            deprecated: true,
          },
        }),
  ],
  [
    'endDisplacedClaims',
    ['agent.displaced', 'agent.displaced'],
    async ({ store, context, database, provedAgent, organization_id, tenant }) => {
      const other = await tenant('claims')
      const wanted = provedAgent('wanted')
      await store.registerAgent(context(), { ...wanted, organization_id })
      await database.transact(async (tx) => {
        const owner = (await tx.agents.get({ svc_id: wanted.svc_id, organization_id }))!
        await tx.agents.insert({
          ...owner,
          organization_id: other.organization_id,
          proven_at: null,
          resolves_publicly: false,
          listed: 'unlisted',
        })
        await tx.agents.update(
          { svc_id: wanted.svc_id, organization_id },
          { displacing_since: context().now },
        )
      })
      return () => store.endDisplacedClaims(context(), {})
    },
  ],
  [
    'setSuspended',
    ['agent.suspended'],
    ({ store, context, agent_id }) =>
      () =>
        store.setSuspended(context(), { svc_id: agent_id, suspended: true, reason: 'x' }),
  ],
  [
    'relistAgents',
    [],
    async ({ store, context, database, agent_id, organization_id }) => {
      await database.transact((tx) =>
        tx.agents.update({ svc_id: agent_id, organization_id }, { listed: null }),
      )
      return () => store.relistAgents(context(), {})
    },
  ],
  [
    'correctCount',
    [],
    async ({ store, context, database }) => {
      await database.transact((tx) =>
        tx.counters.add(
          [{ name: 'agents.public', grouping: '', value: '', shard: 0, rows: 7 }],
          'rows',
        ),
      )
      return () => store.correctCount(context(), { name: 'agents.public' })
    },
  ],
  [
    'createWorkspace',
    ['workspace.created'],
    ({ store, context, reach, organization_id, signer }) =>
      () =>
        store.createWorkspace(context(), { reach, organization_id, signer, name: 'x' }),
  ],
  [
    'updateWorkspace',
    ['workspace.updated'],
    ({ store, context, home }) =>
      () =>
        store.updateWorkspace(context(), { ...home, name: 'x' }),
  ],
  [
    'deleteWorkspace',
    ['installation.revoked', 'workspace.deleted'],
    installed(({ store, context, home }) =>
      store.deleteWorkspace(context(), { ...home, force: true }),
    ),
  ],
  [
    'setPolicy',
    ['policy.updated'],
    installed(({ store, context, workspace_id, signer }) =>
      store.setPolicy(context(), { workspace_id, content: DEFAULT_POLICY, signer }),
    ),
  ],
  [
    'announcePolicies',
    [],
    installed(
      ({ store, context }) => store.announcePolicies(context(), {}),
      ({ database, workspace_id, clock }) =>
        database.transact((tx) =>
          tx.policies.update({ workspace_id, version: 1 }, { announcement_cursor: clock.now }),
        ),
    ),
  ],
  [
    'replacePolicy',
    ['policy.updated'],
    installed(({ store, context, reach, workspace_id, signer }) =>
      store.replacePolicy(context(), {
        reach,
        workspace_id,
        content: DEFAULT_POLICY,
        signer,
        if_match: '"1"',
      }),
    ),
  ],
  [
    'createInstallToken',
    ['install_token.created'],
    ({ installToken }) =>
      () =>
        installToken(),
  ],
  [
    'bootstrapInstallation',
    ['install_token.consumed', 'installation.bootstrapped'],
    async ({ installToken, bootstrap }) => {
      const token = await installToken()
      return () => bootstrap(token)
    },
  ],
  [
    'bootstrapInstallation',
    ['install_token.replay_detected'],
    installed(({ bootstrap }, { install_token }) => bootstrap(install_token)),
  ],
  [
    'bootstrapInstallation',
    ['installation.bootstrapped'],
    ({ bootstrap }) =>
      () =>
        bootstrap('skt_unknown'),
  ],
  [
    'useRuntimeToken',
    [],
    installed(async ({ store, context }, { runtime_token }) =>
      store.useRuntimeToken(context(), { hash: hashToken(runtime_token) }),
    ),
  ],
  [
    'renewLease',
    ['installation.lease_restored', 'installation.token_refreshed'],
    async (world) => {
      const {
        installation: { installation_id },
        runtime_token,
      } = await world.install()
      world.clock.advance(84 * DAY)
      await world.store.expireLeases(world.context(), {})
      return () =>
        world.store.renewLease(world.context(), {
          installation_id,
          token_hash: hashToken(runtime_token),
          heartbeat: {},
          jitter: 0,
        })
    },
  ],
  [
    'renewLease',
    ['installation.terminated'],
    installed(
      ({ store, context }, { installation: { installation_id }, runtime_token }) =>
        store.renewLease(context(), {
          installation_id,
          token_hash: hashToken(runtime_token),
          heartbeat: { status: 'stopped' },
          jitter: 0,
        }),
      ({ send }, { installation }) => send(installation.installation_id, 'terminate'),
    ),
  ],
  [
    'refreshRuntimeToken',
    ['installation.token_refreshed'],
    installed(({ refresh }, one) => refresh(one)),
  ],
  ['recoverInstallation', ['installation.recovered'], installed(({ recover }) => recover())],
  [
    'registerBeacon',
    ['installation.beacon_registered'],
    installed(({ store, context, reach }, { installation: { installation_id } }) =>
      store.registerBeacon(context(), { reach, installation_id, platform: 'x', metadata: {} }),
    ),
  ],
  [
    'revokeInstallation',
    ['installation.revoked'],
    installed(({ revoke }, { installation }) => revoke(installation.installation_id)),
  ],
  [
    'sendCommand',
    ['installation.commanded'],
    installed(
      ({ store, context, reach }, { installation: { installation_id } }) =>
        store.sendCommand(context(), {
          reach,
          installation_id,
          type: 'set_interval',
          reason: 'x',
          params: { heartbeat_interval_seconds: 30 },
        }),
      ({ store, context, reach }, { installation: { installation_id } }) =>
        store.sendCommand(context(), {
          reach,
          installation_id,
          type: 'set_interval',
          reason: 'x',
        }),
    ),
  ],
  [
    'sendCommandAsOperator',
    ['installation.commanded'],
    installed(({ store, context }, { installation: { installation_id } }) =>
      store.sendCommandAsOperator(context(), {
        installation_id,
        type: 'set_interval',
        reason: 'x',
        params: { heartbeat_interval_seconds: 30 },
      }),
    ),
  ],
  [
    'revokeInstallations',
    ['installation.revoked', 'installation.revoked'],
    installed(
      ({ store, context, reach, workspace_id }) =>
        store.revokeInstallations(context(), {
          reach,
          workspace_id,
          select: { lifecycle: 'active' },
        }),
      (world) => world.install(),
    ),
  ],
  [
    'addToTrends',
    [],
    ({ store, context, organization_id }) =>
      () =>
        store.addToTrends(context(), {
          counts: [{ organization_id, metric: 'heartbeats', amount: 3 }],
        }),
  ],
  ['sampleFleets', [], installed(({ store, context }) => store.sampleFleets(context(), {}))],
  [
    'updateInstallations',
    ['installation.paused', 'installation.paused'],
    installed(
      ({ store, context, reach, organization_id }) =>
        store.updateInstallations(context(), {
          reach,
          organization_id,
          select: { lifecycle: ['active'] },
          action: { type: 'pause', reason: 'x' },
        }),
      (world) => world.install(),
    ),
  ],
  [
    'setInstallationLabels',
    ['installation.labeled'],
    installed(({ store, context, reach }, { installation: { installation_id } }) =>
      store.setInstallationLabels(context(), { reach, installation_id, labels: ['env=prod'] }),
    ),
  ],
  [
    'revokeInstallToken',
    ['install_token.revoked'],
    async ({ store, context, reach, workspace_id, installToken }) => {
      await installToken()
      const page = await store.listInstallTokens({ reach, workspace_id, limit: 1, offset: 0 })
      return () =>
        store.revokeInstallToken(context(), {
          reach,
          workspace_id,
          token_id: page.kind === 'page' ? page.items[0]!.token_id : '',
        })
    },
  ],
  [
    'sendCommandAsOperator',
    ['installation.paused'],
    installed(({ send }, { installation }) => send(installation.installation_id, 'pause')),
  ],
  [
    'concludeTrust',
    ['policy.violated'],
    async ({ store, context, reach, organization_id, workspace_id, clock }) => {
      const key = generateKeyPairSync('ed25519')
      const public_key = (key.publicKey.export({ format: 'der', type: 'spki' }) as Buffer)
        .subarray(12)
        .toString('base64')
      const fields = { name: 'x', version: '1', public_key, manifest_hash: 'm' }
      const svc_id = svcId(fields)
      await store.registerAgent(context(), {
        ...fields,
        svc_id,
        organization_id,
        key_sound: true,
        proven: false,
        private: false,
        details: {},
      })
      const trust_context = { nonce: 'n', timestamp: clock.now }
      const signature = sign(
        null,
        signedText('trust', { svc_id, context: trust_context }),
        key.privateKey,
      ).toString('base64')
      const agent = (await store.findAgent({ svc_id, reach }))!
      return () =>
        store.concludeTrust(context(), {
          examination: examine(agent, signature, trust_context, { issuer: ISSUER }, clock.now),
          workspace_id,
          organization_id,
          policy: { ...DEFAULT_POLICY, a2a: { allowed_callers: [], allowed_skills: [] } },
        })
    },
  ],
  ['openDispute', ['dispute.opened', 'dispute.opened'], disputeOpener],
  [
    'commentOnDispute',
    ['dispute.commented', 'dispute.commented'],
    async (world) => {
      const dispute_id = await dispute(world)
      return () =>
        world.store.commentOnDispute(world.context(), { reach: world.reach, dispute_id, text: 'x' })
    },
  ],
  [
    'judgeDispute',
    ['dispute.upheld', 'dispute.upheld'],
    async (world) => {
      const dispute_id = await dispute(world)
      return () =>
        world.store.judgeDispute(world.context(), { dispute_id, judgement: 'upheld', reason: 'x' })
    },
  ],
  [
    'judgeDisputeAs',
    ['dispute.rejected', 'dispute.rejected'],
    async (world) => {
      const dispute_id = await dispute(world)
      await world.store.addOperator(world.context(), { email: 'olga@example.com' })
      return () =>
        world.store.judgeDisputeAs(world.context(), {
          dispute_id,
          judgement: 'rejected',
          reason: 'x',
          email: 'olga@example.com',
        })
    },
  ],
  [
    'issueTrustHeaders',
    ['trust.headers_issued'],
    ({ store, context, reach, organization_id, agent_id }) =>
      () =>
        store.issueTrustHeaders(context(), {
          svc_id: agent_id,
          reach,
          organization_id,
          task_id: 't',
        }),
  ],
  [
    'beginTask',
    ['task.routed'],
    async (world) => {
      await world.install(ROUTABLE)
      return () => beginTask(world)
    },
  ],
  [
    'beginTask',
    ['policy.violated'],
    async (world) => {
      const { store, context, workspace_id, signer } = world
      await store.setPolicy(context(), {
        workspace_id,
        content: { ...DEFAULT_POLICY, a2a: { allowed_callers: [], allowed_skills: [] } },
        signer,
      })
      return () => beginTask(world)
    },
  ],
  [
    'finishTask',
    ['task.completed'],
    async (world) => {
      await world.install(ROUTABLE)
      const begun = await beginTask(world)
      const outcome = { status: 'completed', result: {}, counts: true, seen: true } as const
      return () =>
        world.store.finishTask(world.context(), {
          task_id: begun.kind === 'begun' ? begun.task.task_id : '',
          outcome,
          execution_time_ms: 5,
        })
    },
  ],
  [
    'failAbandonedTasks',
    ['task.failed', 'task.failed'],
    async (world) => {
      await world.install(ROUTABLE)
      for (let index = 0; index < 2; index += 1) await beginTask(world)
      world.clock.advance(DAY)
      return () => world.store.failAbandonedTasks(world.context(), {})
    },
  ],
  ['createExport', [], (world) => () => createExport(world)],
  [
    'createExport',
    ['audit.export_failed'],
    ({ store, context, ...world }) =>
      () =>
        store.createExport(context(), {
          ...exportOf(world),
          resolved_destination: { kind: 'missing', member: 'x', reason: 'x' },
        }),
  ],
  [
    'claimExports',
    [],
    async (world) => {
      await createExport(world)
      return () => claimExport(world)
    },
  ],
  [
    'advanceExport',
    ['audit.exported'],
    async (world) => {
      await createExport(world)
      await createExport(world)
      const job = await claimExport(world)
      const { export_id, claim, last_sequence } = job
      const advanced = applyResult(
        { ...job, matched: 1 },
        [last_sequence!],
        { kind: 'delivered' },
        { now: world.context().now, jitter: 0 },
      )
      return () =>
        world.store.advanceExport(world.context(), {
          export_id,
          claim,
          advance: advanced,
          hold_ms: 1000,
        })
    },
  ],
  [
    'requestImageScan',
    ['image.scan_requested'],
    async (world) => {
      const { store, context, organization_id, clock } = world
      for (let count = 0; count < 6; count += 1) {
        const scan = await claimScan(world)
        await store.finishImageScan(context(), {
          scan,
          outcome: { kind: 'finished', digest: IMAGE.digest, finished: REPORT },
        })
        clock.advance(1000)
      }
      return () => store.requestImageScan(context(), { organization_id, ...IMAGE })
    },
  ],
  [
    'claimImageScan',
    [],
    async ({ store, context, organization_id }) => {
      await store.requestImageScan(context(), { organization_id, ...IMAGE })
      return () => store.claimImageScan(context(), { except: [] })
    },
  ],
  [
    'claimImageScan',
    ['image.scan_completed'],
    async (world) => {
      for (let count = 0; count < 3; count += 1) {
        await claimScan(world)
        world.clock.advance(DAY)
      }
      return () => world.store.claimImageScan(world.context(), { except: [] })
    },
  ],
  [
    'renewImageScan',
    [],
    async (world) => {
      const scan = await claimScan(world)
      world.clock.advance(1000)
      return () => world.store.renewImageScan(world.context(), { scan })
    },
  ],
  [
    'releaseImageScan',
    [],
    async (world) => {
      const scan = await claimScan(world)
      return () => world.store.releaseImageScan(world.context(), { scan })
    },
  ],
  [
    'finishImageScan',
    ['image.scan_completed'],
    async (world) => {
      const scan = await claimScan(world)
      return () =>
        world.store.finishImageScan(world.context(), {
          scan,
          outcome: { kind: 'finished', digest: IMAGE.digest, finished: REPORT },
        })
    },
  ],
  [
    'importAdvisories',
    [],
    async ({ store, context }) => {
      const known = (id: string) =>
        [{ ...ADVISORIES[0], id }]
          .map(readAdvisory)
          .filter((advisory) => advisory.kind !== 'unreadable')
      await store.importAdvisories(context(), { read: known('GHSA-1') })
      return () =>
        store.importAdvisories(context(), {
          read: [...known('GHSA-2'), { kind: 'withdrawn', advisory_id: 'GHSA-1' }],
        })
    },
  ],
  [
    'setRetention',
    ['audit.retention_changed'],
    ({ store, context, reach, organization_id }) =>
      () =>
        store.setRetention(context(), { reach, organization_id, days: 400 }),
  ],
  [
    'expireLeases',
    ['installation.lease_expired'],
    installed(
      ({ store, context }) => store.expireLeases(context(), {}),
      async ({ clock }) => clock.advance(DAY),
    ),
  ],
  [
    'expireInstallTokens',
    ['install_token.expired'],
    async ({ store, context, installToken, clock }) => {
      await installToken()
      clock.advance(DAY)
      return () => store.expireInstallTokens(context(), {})
    },
  ],
  [
    'prune',
    [],
    async ({ store, context, installToken, clock }) => {
      await store.requestPin(context(), { email: 'x@example.com' })
      await installToken()
      clock.advance(60 * DAY)
      await store.expireInstallTokens(context(), {})
      return () => store.prune(context(), {})
    },
  ],
  [
    'purgeAudit',
    [],
    installed(
      ({ store, context, signer }) => store.purgeAudit(context(), { signer }),
      async ({ clock }) => clock.advance(400 * DAY),
    ),
  ],
  [
    'advanceLogDigest',
    [],
    async (world) => {
      const { store, context } = world
      await rotateKey(world)
      const log = await store.loadLogSigner(context(), { master_keys: MASTER_KEYS, issuer: ISSUER })
      await store.sequenceLog(context(), { signer: log })
      return () => store.advanceLogDigest(context(), { master_keys: MASTER_KEYS })
    },
  ],
  [
    'claimWitnesses',
    [],
    ({ store, context }) =>
      () =>
        store.claimWitnesses(context(), { names: ['file:a', 'file:b'], publication: 1 }),
  ],
  [
    'recordWitness',
    [],
    ({ store, context }) =>
      () =>
        store.recordWitness(context(), {
          name: 'file:a',
          result: {
            kind: 'delivered',
            evidence: { publication: 1, size: 2, checkpoint: 'x' },
            cosignature: '\u2014 w x\n',
          },
        }),
  ],
  [
    'publishHeads',
    [],
    ({ store, context }) =>
      () =>
        store.publishHeads(context(), { pause_ms: 0 }),
  ],
  [
    'recordAlive',
    [],
    ({ store, context }) =>
      () =>
        store.recordAlive(context(), {}),
  ],
  [
    'creditDowntime',
    [],
    installed(
      ({ store, context }) => store.creditDowntime(context(), {}),
      async ({ store, context, clock }) => {
        await store.recordAlive(context(), {})
        clock.advance(DAY)
      },
    ),
  ],
  [
    'claimOutbox',
    [],
    async ({ store, context }) => {
      await store.requestPin(context(), { email: 'x@example.com' })
      return () => store.claimOutbox(context(), { kind: 'admin_pin', limit: 1 })
    },
  ],
  [
    'requestPinWithinLimits',
    ['admin.pin_requested'],
    ({ store, context }) =>
      () =>
        store.requestPinWithinLimits(context(), { email: 'x@example.com', limits: [LIMIT] }),
  ],
  [
    'countRequest',
    [],
    ({ store, context }) =>
      () =>
        store.countRequest(context(), { limits: [LIMIT] }),
  ],
  [
    'pruneRateBuckets',
    [],
    async ({ store, context, clock }) => {
      await store.countRequest(context(), { limits: [LIMIT] })
      clock.advance(DAY)
      return () => store.pruneRateBuckets(context(), {})
    },
  ],
  [
    'recordDelivery',
    [],
    async ({ store, context }) => {
      await store.requestPin(context(), { email: 'x@example.com' })
      const [item] = await store.claimOutbox(context(), { kind: 'admin_pin', limit: 1 })
      return () => store.recordDelivery(context(), item!)
    },
  ],
  [
    'recordDeliveryFailure',
    [],
    async ({ store, context }) => {
      await store.requestPin(context(), { email: 'x@example.com' })
      const [item] = await store.claimOutbox(context(), { kind: 'admin_pin', limit: 1 })
      return () => store.recordDeliveryFailure(context(), { item: item!, error: 'x' })
    },
  ],
  [
    'retryOutbox',
    [],
    async ({ store, context }) => {
      await store.requestPin(context(), { email: 'x@example.com' })
      const [item] = await store.claimOutbox(context(), { kind: 'admin_pin', limit: 1 })
      await store.recordDeliveryFailure(context(), { item: item!, error: 'x', final: true })
      return () => store.retryOutbox(context(), { outbox_id: null })
    },
  ],
  [
    'requestSupport',
    ['support.requested'],
    ({ store, context, reach, organization_id, workspace_id }) =>
      () =>
        store.requestSupport(context(), {
          reach,
          organization_id,
          workspace_id,
          route: 'priority',
          settings: { channels: ['email', 'chat'], confirms: true, response_hours: RESPONSE_HOURS },
          subject: 'x',
          message: 'y',
          category: 'other',
          contact_email: 'a@example.com',
        }),
  ],
  [
    'loadSigner',
    [],
    async ({ store, context, database }) => {
      await database.transact(async (tx) => {
        for (const { key_id } of await tx.signing_keys.find({}))
          await tx.signing_keys.delete({ key_id })
      })
      return () => store.loadSigner(context(), { master_keys: MASTER_KEYS })
    },
  ],
  [
    'loadLogSigner',
    [],
    ({ store, context }) =>
      () =>
        store.loadLogSigner(context(), { master_keys: MASTER_KEYS, issuer: ISSUER }),
  ],
  [
    'sequenceLog',
    [],
    async ({ store, context }) => {
      const signer = await store.loadLogSigner(context(), {
        master_keys: MASTER_KEYS,
        issuer: ISSUER,
      })
      return () => store.sequenceLog(context(), { signer })
    },
  ],
  [
    'rotateSigningKey',
    ['key.rotated'],
    ({ store, context }) =>
      () =>
        rotateKey({ store, context }),
  ],
  [
    'retireSigningKey',
    ['key.retired'],
    async ({ store, context, clock }) => {
      const key_id = await signingKeyOf(store, clock.now)
      await rotateKey({ store, context })
      return () => store.retireSigningKey(context(), { key_id, master_keys: MASTER_KEYS })
    },
  ],
  [
    'compromiseSigningKey',
    ['key.compromised'],
    async ({ store, context, clock }) => {
      const key_id = await signingKeyOf(store, clock.now)
      return () => store.compromiseSigningKey(context(), { key_id, master_keys: MASTER_KEYS })
    },
  ],
  [
    'reSign',
    [],
    async ({ store, context, clock }) => {
      await rotateKey({ store, context })
      clock.advance(11 * MINUTE)
      const signer = await store.loadSigner(context(), { master_keys: MASTER_KEYS, issuer: ISSUER })
      return () => store.reSign(context(), { signer, master_keys: MASTER_KEYS })
    },
  ],
  [
    'beginMasterRotation',
    ['key.rotated'],
    ({ store, context }) =>
      () =>
        store.beginMasterRotation(context(), { master_keys: [NEW_MASTER_KEY, ...MASTER_KEYS] }),
  ],
  [
    'resealStep',
    [],
    async ({ store, context }) => {
      const master_keys = [NEW_MASTER_KEY, ...MASTER_KEYS]
      await store.beginMasterRotation(context(), { master_keys })
      return () => store.resealStep(context(), { master_keys })
    },
  ],
  [
    'retireMasterKey',
    ['key.retired'],
    async ({ store, context }) => {
      const master_keys = [NEW_MASTER_KEY, ...MASTER_KEYS]
      await store.beginMasterRotation(context(), { master_keys })
      const { next } = await store.resealStep(context(), { master_keys })
      await store.resealStep(context(), { master_keys, from: next })
      return () => store.retireMasterKey(context(), { key_id: MASTER_KEYS[0]!.id })
    },
  ],
]

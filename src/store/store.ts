import type { Timestamp } from '../domain/time.ts'
import type { CallContext, BatchedCall } from './context.ts'
import type { Database, ReadTx, Tx } from './database.ts'
import * as administration from './transactions/organizations/administration.ts'
import * as admin from './transactions/organizations/sign-in.ts'
import * as advisories from './transactions/images/advisories.ts'
import * as agents from './transactions/agents/agents.ts'
import * as agentLists from './transactions/agents/lists.ts'
import * as agentProfile from './transactions/agents/profile.ts'
import * as agentRegistration from './transactions/agents/register.ts'
import * as agentUpdate from './transactions/agents/update.ts'
import * as apiKeys from './transactions/organizations/api-keys.ts'
import * as audit from './transactions/audit/records.ts'
import * as auditSearch from './transactions/audit/search.ts'
import * as bootstrap from './transactions/installations/bootstrap.ts'
import * as commands from './transactions/installations/commands.ts'
import * as compliance from './transactions/compliance/compliance.ts'
import * as counts from './transactions/counts.ts'
import * as credentials from './transactions/credentials.ts'
import * as disputeCases from './transactions/agents/dispute-cases.ts'
import * as disputes from './transactions/agents/disputes.ts'
import * as enterprise from './transactions/audit/retention.ts'
import * as exports from './transactions/audit/exports.ts'
import * as fleet from './transactions/installations/fleet.ts'
import * as firstOrganization from './transactions/organizations/first-organization.ts'
import * as images from './transactions/images/images.ts'
import * as imageScans from './transactions/images/scans.ts'
import * as imageScanQueue from './transactions/images/scan-queue.ts'
import * as installTokens from './transactions/installations/install-tokens.ts'
import * as installations from './transactions/installations/installations.ts'
import * as invitations from './transactions/organizations/invitations.ts'
import * as lease from './transactions/installations/lease.ts'
import * as network from './transactions/search/network.ts'
import * as operators from './transactions/organizations/operators.ts'
import * as organizations from './transactions/organizations/organizations.ts'
import * as outbox from './transactions/outbox.ts'
import * as platform from './transactions/trust/platform-keys.ts'
import * as policies from './transactions/policies/policies.ts'
import * as prune from './transactions/prune.ts'
import * as purge from './transactions/audit/purge.ts'
import * as rates from './transactions/rates.ts'
import * as publicRegistration from './transactions/agents/public-registration.ts'
import * as routing from './transactions/tasks/routing.ts'
import * as taskOutcomes from './transactions/tasks/outcomes.ts'
import * as search from './transactions/search/agents.ts'
import * as support from './transactions/support/support.ts'
import * as sweeps from './transactions/sweeps.ts'
import * as tasks from './transactions/tasks/tasks.ts'
import * as trust from './transactions/trust/trust.ts'
import * as workspaces from './transactions/organizations/workspaces.ts'
import { inSteps } from './steps.ts'
import { batch } from './batch.ts'

/** Questions to a committed state. */
const reads = {
  findApiKey: credentials.findApiKey,
  findSession: credentials.findSession,
  findAgent: agents.findAgent,
  readAgent: agentProfile.readAgent,
  readReputationDays: agentProfile.readReputationDays,
  findTrustSubject: trust.findTrustSubject,
  getPolicy: policies.getPolicy,
  listPolicyVersions: policies.listPolicyVersions,
  getPolicyVersion: policies.getPolicyVersion,
  listWorkspaces: workspaces.listWorkspaces,
  getWorkspace: workspaces.getWorkspace,
  listWorkspaceMembers: workspaces.listWorkspaceMembers,
  listImages: images.listImages,
  findImageScan: images.findImageScan,
  summarizeAdvisories: advisories.summarizeAdvisories,
  findAdvisories: advisories.findAdvisories,
  listAudit: audit.listAudit,
  searchAudit: auditSearch.searchAudit,
  readChain: audit.readChain,
  getExport: exports.getExport,
  readExportRecords: exports.readExportRecords,
  listChains: audit.listChains,
  findChainHead: audit.findChainHead,
  findCheckpoint: audit.findCheckpoint,
  readComplianceFacts: compliance.readComplianceFacts,
  listNetworkAgents: network.listNetworkAgents,
  searchAgents: search.searchAgents,
  summarizeNetwork: network.summarizeNetwork,
  listTasks: tasks.listTasks,
  summarizeTasks: tasks.summarizeTasks,
  recountReputation: taskOutcomes.recountReputation,
  listPlatformKeys: platform.listPlatformKeys,
  findAnySigningKey: platform.findAnySigningKey,
  listCounts: counts.listCounts,
  listOrganizations: organizations.listOrganizations,
  listApiKeys: apiKeys.listApiKeys,
  listMembers: organizations.listMembers,
  getOrganization: administration.getOrganization,
  listPeople: administration.listPeople,
  listInvitations: invitations.listInvitations,
  listOwnInvitations: invitations.listOwnInvitations,
  findInvitation: invitations.findInvitation,
  listKeys: administration.listKeys,
  listInstallations: installations.listInstallations,
  listFleet: fleet.listFleet,
  getInstallation: fleet.getInstallation,
  listCommands: fleet.listCommands,
  listInstallTokens: installTokens.listInstallTokens,
  findChallenge: admin.findChallenge,
  listOutbox: outbox.listOutbox,
  listDisputes: disputes.listDisputes,
  getDispute: disputes.getDispute,
  listAllDisputes: disputes.listAllDisputes,
  findDispute: disputes.findDispute,
  listDisputeCases: disputeCases.listDisputeCases,
  getDisputeCase: disputeCases.getDisputeCase,
  listOperators: operators.listOperators,
  findTicket: support.findTicket,
  listTickets: support.listTickets,
}

/** What changes the world, each one transaction: state, audit record and outbox item are kept together or not at all. */
const writes = {
  createFirstOrganization: firstOrganization.createFirstOrganization,
  createOrganization: organizations.createOrganization,
  setPlan: organizations.setPlan,
  createApiKey: apiKeys.createApiKey,
  continueRevocations: apiKeys.continueRevocations,
  touchApiKey: credentials.touchApiKey,
  addMember: organizations.addMember,
  removeMember: organizations.removeMember,
  addOperator: operators.addOperator,
  removeOperator: operators.removeOperator,
  inviteMember: invitations.inviteMember,
  inviteForOperator: invitations.inviteForOperator,
  withdrawInvitation: invitations.withdrawInvitation,
  withdrawForOperator: invitations.withdrawForOperator,
  acceptInvitation: invitations.acceptInvitation,
  declineInvitation: invitations.declineInvitation,
  leaveOrganization: invitations.leaveOrganization,
  expireInvitations: invitations.expireInvitations,
  setMemberRole: administration.setMemberRole,
  deleteMember: administration.deleteMember,
  makeApiKey: apiKeys.makeApiKey,
  requestPin: admin.requestPin,
  requestPinWithin: admin.requestPinWithin,
  countRequest: rates.countRequest,
  forgetRates: rates.forgetRates,
  verifyPin: admin.verifyPin,
  showPin: admin.showPin,
  createSignIn: admin.createSignIn,
  endSession: admin.endSession,
  registerAgent: agentRegistration.registerAgent,
  updateAgent: agentUpdate.updateAgent,
  endDisplacedClaims: publicRegistration.endDisplacedClaims,
  relistAgents: agentLists.relistAgents,
  createWorkspace: workspaces.createWorkspace,
  updateWorkspace: workspaces.updateWorkspace,
  setPolicy: policies.setPolicy,
  replacePolicy: policies.replacePolicy,
  createInstallToken: installTokens.createInstallToken,
  revokeInstallToken: installTokens.revokeInstallToken,
  bootstrapInstallation: rates.sparing(bootstrap.bootstrapInstallation, [
    'unknown',
    'expired',
    'consumed',
  ]),
  useRuntimeToken: credentials.useRuntimeToken,
  refreshRuntimeToken: rates.sparing(installations.refreshRuntimeToken, ['invalid']),
  recoverInstallation: installations.recoverInstallation,
  registerBeacon: installations.registerBeacon,
  revokeInstallation: installations.revokeInstallation,
  sendCommand: commands.sendCommand,
  orderInstallation: fleet.orderInstallation,
  orderAnyInstallation: fleet.orderAnyInstallation,
  revokeInstallations: fleet.revokeInstallations,
  concludeTrust: trust.concludeTrust,
  issueTrustHeaders: trust.issueTrustHeaders,
  requestImageScan: imageScans.requestImageScan,
  claimImageScan: imageScanQueue.claimImageScan,
  renewImageScan: imageScanQueue.renewImageScan,
  releaseImageScan: imageScanQueue.releaseImageScan,
  finishImageScan: imageScans.finishImageScan,
  importAdvisories: advisories.importAdvisories,
  beginTask: routing.beginTask,
  finishTask: taskOutcomes.finishTask,
  failAbandonedTasks: taskOutcomes.failAbandonedTasks,
  openDispute: disputes.openDispute,
  commentOnDispute: disputes.commentOnDispute,
  judgeDispute: disputes.judgeDispute,
  judgeDisputeAs: disputeCases.judgeDisputeAs,
  requestSupport: support.requestSupport,
  setRetention: enterprise.setRetention,
  createExport: exports.createExport,
  claimExports: exports.claimExports,
  advanceExport: exports.advanceExport,
  expireInstallTokens: sweeps.expireInstallTokens,
  prune: prune.prune,
  purgeAudit: purge.purgeAudit,
  claimOutbox: outbox.claimOutbox,
  noteDelivered: outbox.noteDelivered,
  noteUndelivered: outbox.noteUndelivered,
  retryOutbox: outbox.retryOutbox,
  loadSigner: platform.loadSigner,
  correctCount: counts.correctCount,
}

/** Questions of many callers in one reading, and changes of many in one transaction: what every heartbeat takes. */
const shared = (database: Database) => {
  const find = batch((asked: readonly credentials.TokenQuery[]) =>
    database.read((tx, moment) =>
      credentials.findRuntimeTokens(
        tx,
        asked.map((one) => dated(one, moment)),
      ),
    ),
  )
  const renew = batch(
    (deeds: readonly BatchedCall<lease.LeaseInput>[], alone) =>
      database.transact((tx, moment) =>
        lease.renewLeases(
          tx,
          deeds.map(({ context, input }) => ({ context: dated(context, moment), input })),
          { alone },
        ),
      ),
    ({ input }) => input.installation_id,
  )
  return {
    findRuntimeToken: find,
    renewLease: (context: CallContext, input: lease.LeaseInput) => renew({ context, input }),
  }
}

type Read = (tx: ReadTx, input: never) => Promise<unknown>
type Write = (tx: Tx, context: CallContext, input: never) => Promise<unknown>
type Reads<R> = {
  readonly [Name in keyof R]: R[Name] extends (tx: ReadTx, input: infer Input) => infer Answer
    ? (input: Input) => Answer
    : never
}
type Writes<W> = {
  readonly [Name in keyof W]: W[Name] extends (
    tx: Tx,
    context: CallContext,
    input: infer Input,
  ) => infer Answer
    ? (context: CallContext, input: Input) => Answer
    : never
}

/** The platform's memory: every intent of the product as one atomic method, the same over every database. */
export type Store = Reads<typeof reads> &
  Writes<typeof writes> &
  ReturnType<typeof shared> &
  ReturnType<typeof inSteps> &
  Pick<Database, 'consumeRates' | 'close'>

/** The same, at the moment of the store's own clock where it has one. */
const dated = <Given extends { readonly now?: Timestamp }>(
  given: Given,
  moment: Timestamp | undefined,
): Given => (moment === undefined || given.now === undefined ? given : { ...given, now: moment })

/** Puts the intents on top of a database, whose clock decides over the time in acts and questions. */
export function createStore(database: Database): Store {
  const bind = <Intent>(
    intents: Record<string, Intent>,
    run: (intent: Intent) => (...given: never[]) => Promise<unknown>,
  ) => Object.fromEntries(Object.entries(intents).map(([name, intent]) => [name, run(intent)]))
  const step =
    <Input, Answer>(intent: (tx: Tx, context: CallContext, input: Input) => Promise<Answer>) =>
    (context: CallContext, input: Input) =>
      database.transact((tx, moment) => intent(tx, dated(context, moment), input))
  return {
    ...bind<Read>(
      reads,
      (read) => (input: { now?: Timestamp }) =>
        database.read((tx, moment) => read(tx, dated(input, moment) as never)),
    ),
    ...bind<Write>(
      writes,
      (write) => (context: CallContext, input: never) =>
        database.transact((tx, moment) => write(tx, dated(context, moment), input)),
    ),
    ...shared(database),
    ...inSteps(step),
    ...(database.consumeRates && { consumeRates: database.consumeRates }),
    close: () => database.close(),
  } as unknown as Store
}

import * as disputeCases from './transactions/agents/dispute-cases.ts'
import * as disputes from './transactions/agents/disputes.ts'
import * as agentLists from './transactions/agents/lists.ts'
import * as publicRegistration from './transactions/agents/public-registration.ts'
import * as agentRegistration from './transactions/agents/register.ts'
import * as agentUpdate from './transactions/agents/update.ts'
import * as exports from './transactions/audit/exports.ts'
import * as purge from './transactions/audit/purge.ts'
import * as retention from './transactions/audit/retention.ts'
import * as counts from './transactions/counts.ts'
import * as credentials from './transactions/credentials.ts'
import * as advisories from './transactions/images/advisories.ts'
import * as imageScanQueue from './transactions/images/scan-queue.ts'
import * as imageScans from './transactions/images/scans.ts'
import * as bootstrap from './transactions/installations/bootstrap.ts'
import * as commands from './transactions/installations/commands.ts'
import * as fleet from './transactions/installations/fleet.ts'
import * as installTokens from './transactions/installations/install-tokens.ts'
import * as installations from './transactions/installations/installations.ts'
import * as administration from './transactions/organizations/administration.ts'
import * as apiKeys from './transactions/organizations/api-keys.ts'
import * as firstOrganization from './transactions/organizations/first-organization.ts'
import * as invitations from './transactions/organizations/invitations.ts'
import * as operators from './transactions/organizations/operators.ts'
import * as organizations from './transactions/organizations/organizations.ts'
import * as signIn from './transactions/organizations/sign-in.ts'
import * as workspaces from './transactions/organizations/workspaces.ts'
import * as outbox from './transactions/outbox.ts'
import * as policies from './transactions/policies/policies.ts'
import * as prune from './transactions/prune.ts'
import * as rates from './transactions/rates.ts'
import * as support from './transactions/support/support.ts'
import * as sweeps from './transactions/sweeps.ts'
import * as taskOutcomes from './transactions/tasks/outcomes.ts'
import * as routing from './transactions/tasks/routing.ts'
import * as platformKeys from './transactions/trust/platform-keys.ts'
import * as trust from './transactions/trust/trust.ts'

/** The changes of the product, each one transaction: state, audit records and outbox items are stored together or not at all. */
export const WRITES = {
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
  requestPin: signIn.requestPin,
  requestPinWithin: signIn.requestPinWithin,
  countRequest: rates.countRequest,
  forgetRates: rates.forgetRates,
  verifyPin: signIn.verifyPin,
  showPin: signIn.showPin,
  createSignIn: signIn.createSignIn,
  endSession: signIn.endSession,
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
  setRetention: retention.setRetention,
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
  loadSigner: platformKeys.loadSigner,
  correctCount: counts.correctCount,
}

import * as disputeCases from './transactions/agents/dispute-cases.ts'
import * as disputes from './transactions/agents/disputes.ts'
import * as agentLists from './transactions/agents/lists.ts'
import * as publicRegistration from './transactions/agents/public-registration.ts'
import * as agentRegistration from './transactions/agents/register.ts'
import * as agentUpdate from './transactions/agents/update.ts'
import * as exports from './transactions/audit/exports.ts'
import * as retention from './transactions/audit/retention.ts'
import * as counts from './transactions/counts.ts'
import * as credentials from './transactions/credentials.ts'
import * as advisories from './transactions/images/advisories.ts'
import * as imageScanQueue from './transactions/images/scan-queue.ts'
import * as imageScans from './transactions/images/scans.ts'
import * as bootstrap from './transactions/installations/bootstrap.ts'
import * as commands from './transactions/installations/commands.ts'
import * as fleet from './transactions/installations/fleet.ts'
import * as fleetActions from './transactions/installations/fleet-actions.ts'
import * as installTokens from './transactions/installations/install-tokens.ts'
import * as installations from './transactions/installations/installations.ts'
import * as labels from './transactions/installations/labels.ts'
import * as recovery from './transactions/installations/recovery.ts'
import * as trends from './transactions/installations/trends.ts'
import * as apiKeys from './transactions/organizations/api-keys.ts'
import * as apiKeyRevocation from './transactions/organizations/api-key-revocation.ts'
import * as credentialUses from './transactions/organizations/credential-uses.ts'
import * as exportClaims from './transactions/audit/export-claims.ts'
import * as invitationEndings from './transactions/organizations/invitation-endings.ts'
import * as invitations from './transactions/organizations/invitations.ts'
import * as keyExpiry from './transactions/organizations/key-expiry.ts'
import * as members from './transactions/organizations/members.ts'
import * as operators from './transactions/organizations/operators.ts'
import * as organizations from './transactions/organizations/organizations.ts'
import * as signIn from './transactions/organizations/sign-in.ts'
import * as workspaces from './transactions/organizations/workspaces.ts'
import * as outbox from './transactions/outbox.ts'
import * as policies from './transactions/policies/policies.ts'
import * as prune from './transactions/prune.ts'
import * as rates from './transactions/rates.ts'
import * as support from './transactions/support/support.ts'
import * as taskLifecycle from './transactions/tasks/lifecycle.ts'
import * as routing from './transactions/tasks/routing.ts'
import * as log from './transactions/transparency/log.ts'
import * as logDigest from './transactions/transparency/log-digest.ts'
import * as keyRotation from './transactions/trust/key-rotation.ts'
import * as reSigning from './transactions/trust/re-signing.ts'
import * as witnesses from './transactions/transparency/witnesses.ts'
import * as platformKeys from './transactions/trust/platform-keys.ts'
import * as reseal from './transactions/trust/reseal.ts'
import * as trust from './transactions/trust/trust.ts'

/**
 * The operations that write in one transaction each: state, audit records and outbox items are stored together or not at all. Operations
 * that take several transactions are in `steps.ts`.
 */
export const WRITES = {
  createFirstOrganization: organizations.createFirstOrganization,
  createOrganization: organizations.createOrganization,
  setPlan: organizations.setPlan,
  createApiKey: apiKeys.createApiKey,
  continueRevocations: apiKeyRevocation.continueRevocations,
  touchApiKey: credentialUses.touchApiKey,
  touchSession: credentialUses.touchSession,
  warnExpiringKeys: keyExpiry.warnExpiringKeys,
  addMember: members.addMember,
  removeMember: members.removeMember,
  addOperator: operators.addOperator,
  removeOperator: operators.removeOperator,
  inviteMember: invitations.inviteMember,
  inviteAsOperator: invitations.inviteAsOperator,
  withdrawInvitation: invitationEndings.withdrawInvitation,
  withdrawInvitationAsOperator: invitationEndings.withdrawInvitationAsOperator,
  acceptInvitation: invitationEndings.acceptInvitation,
  declineInvitation: invitationEndings.declineInvitation,
  leaveOrganization: members.leaveOrganization,
  expireInvitations: invitationEndings.expireInvitations,
  setMemberRole: members.setMemberRole,
  deleteMember: members.deleteMember,
  createOwnApiKey: apiKeys.createOwnApiKey,
  requestPin: signIn.requestPin,
  requestPinWithinLimits: signIn.requestPinWithinLimits,
  countRequest: rates.countRequest,
  pruneRateBuckets: rates.pruneRateBuckets,
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
  bootstrapInstallation: rates.limitFailures(bootstrap.bootstrapInstallation, [
    'unknown',
    'expired',
    'consumed',
  ]),
  useRuntimeToken: credentials.useRuntimeToken,
  refreshRuntimeToken: rates.limitFailures(installations.refreshRuntimeToken, ['invalid']),
  recoverInstallation: recovery.recoverInstallation,
  registerBeacon: installations.registerBeacon,
  revokeInstallation: installations.revokeInstallation,
  sendCommand: commands.sendCommand,
  sendCommandAsOperator: commands.sendCommandAsOperator,
  revokeInstallations: fleet.revokeInstallations,
  updateInstallations: fleetActions.updateInstallations,
  setInstallationLabels: labels.setInstallationLabels,
  addToTrends: trends.addToTrends,
  sampleFleets: trends.sampleFleets,
  concludeTrust: trust.concludeTrust,
  issueTrustHeaders: trust.issueTrustHeaders,
  requestImageScan: imageScans.requestImageScan,
  claimImageScan: imageScanQueue.claimImageScan,
  renewImageScan: imageScanQueue.renewImageScan,
  releaseImageScan: imageScanQueue.releaseImageScan,
  finishImageScan: imageScans.finishImageScan,
  importAdvisories: advisories.importAdvisories,
  beginTask: routing.beginTask,
  finishTask: taskLifecycle.finishTask,
  failAbandonedTasks: taskLifecycle.failAbandonedTasks,
  openDispute: disputes.openDispute,
  commentOnDispute: disputes.commentOnDispute,
  judgeDispute: disputes.judgeDispute,
  judgeDisputeAs: disputeCases.judgeDisputeAs,
  requestSupport: support.requestSupport,
  setRetention: retention.setRetention,
  createExport: exports.createExport,
  claimExports: exportClaims.claimExports,
  advanceExport: exportClaims.advanceExport,
  expireInstallTokens: installTokens.expireInstallTokens,
  prune: prune.prune,
  sequenceLog: log.sequenceLog,
  advanceLogDigest: logDigest.advanceLogDigest,
  claimWitnesses: witnesses.claimWitnesses,
  recordWitness: witnesses.recordWitness,
  claimOutbox: outbox.claimOutbox,
  recordDelivery: outbox.recordDelivery,
  recordDeliveryFailure: outbox.recordDeliveryFailure,
  loadSigner: platformKeys.loadSigner,
  loadLogSigner: platformKeys.loadLogSigner,
  rotateSigningKey: keyRotation.rotateSigningKey,
  retireSigningKey: keyRotation.retireSigningKey,
  compromiseSigningKey: keyRotation.compromiseSigningKey,
  reSign: reSigning.reSign,
  beginMasterRotation: reseal.beginMasterRotation,
  resealStep: reseal.resealStep,
  retireMasterKey: reseal.retireMasterKey,
  correctCount: counts.correctCount,
}

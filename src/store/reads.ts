import * as disputeCases from './transactions/agents/dispute-cases.ts'
import * as disputes from './transactions/agents/disputes.ts'
import * as agentProfile from './transactions/agents/profile.ts'
import * as registrations from './transactions/agents/registrations.ts'
import * as exportClaims from './transactions/audit/export-claims.ts'
import * as exports from './transactions/audit/exports.ts'
import * as auditRecords from './transactions/audit/records.ts'
import * as auditSearch from './transactions/audit/search.ts'
import * as compliance from './transactions/compliance/compliance.ts'
import * as counts from './transactions/counts.ts'
import * as credentials from './transactions/credentials.ts'
import * as advisories from './transactions/images/advisories.ts'
import * as images from './transactions/images/images.ts'
import * as fleet from './transactions/installations/fleet.ts'
import * as fleetSearch from './transactions/installations/fleet-search.ts'
import * as installTokens from './transactions/installations/install-tokens.ts'
import * as installations from './transactions/installations/installations.ts'
import * as trends from './transactions/installations/trends.ts'
import * as apiKeys from './transactions/organizations/api-keys.ts'
import * as invitations from './transactions/organizations/invitations.ts'
import * as keyExpiry from './transactions/organizations/key-expiry.ts'
import * as members from './transactions/organizations/members.ts'
import * as operators from './transactions/organizations/operators.ts'
import * as organizations from './transactions/organizations/organizations.ts'
import * as signIn from './transactions/organizations/sign-in.ts'
import * as workspaces from './transactions/organizations/workspaces.ts'
import * as monitoring from './transactions/monitoring.ts'
import * as outbox from './transactions/outbox.ts'
import * as policies from './transactions/policies/policies.ts'
import * as agentSearch from './transactions/search/agents.ts'
import * as network from './transactions/search/network.ts'
import * as support from './transactions/support/support.ts'
import * as taskLifecycle from './transactions/tasks/lifecycle.ts'
import * as tasks from './transactions/tasks/tasks.ts'
import * as heads from './transactions/transparency/heads.ts'
import * as log from './transactions/transparency/log.ts'
import * as logProofs from './transactions/transparency/log-proofs.ts'
import * as keyRotation from './transactions/trust/key-rotation.ts'
import * as witnesses from './transactions/transparency/witnesses.ts'
import * as masterKeys from './transactions/trust/master-keys.ts'
import * as platformKeys from './transactions/trust/platform-keys.ts'
import * as reseal from './transactions/trust/reseal.ts'
import * as trust from './transactions/trust/trust.ts'

/** All queries of the platform. Each reads one committed state. */
export const READS = {
  findApiKey: credentials.findApiKey,
  findSession: credentials.findSession,
  findExpiryNotice: keyExpiry.findExpiryNotice,
  findAgent: registrations.findAgent,
  findOwnAgent: registrations.findOwnAgent,
  readAgent: agentProfile.readAgent,
  readReputationDays: agentProfile.readReputationDays,
  readAgentVersions: agentProfile.readAgentVersions,
  listAgentsAsOperator: agentProfile.listAgentsAsOperator,
  listRegistrationsAsOperator: agentProfile.listRegistrationsAsOperator,
  findTrustSubject: trust.findTrustSubject,
  findVisibleOrInstalled: registrations.findVisibleOrInstalled,
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
  listAudit: auditRecords.listAudit,
  searchAudit: auditSearch.searchAudit,
  readChain: auditRecords.readChain,
  getExport: exports.getExport,
  readExportRecords: exports.readExportRecords,
  readExportSeal: exportClaims.readExportSeal,
  listChains: auditRecords.listChains,
  findChainHead: auditRecords.findChainHead,
  findCheckpoint: auditRecords.findCheckpoint,
  isLogBehind: log.isLogBehind,
  readLogHead: log.readLogHead,
  readLogTile: log.readLogTile,
  readLogEntries: log.readLogEntries,
  readPendingOfPreviousLog: log.readPendingOfPreviousLog,
  readLogGeneration: log.readLogGeneration,
  findLoggedRegistration: logProofs.findLoggedRegistration,
  findDuePublication: witnesses.findDuePublication,
  readEvidence: witnesses.readEvidence,
  readConsistencyProof: witnesses.readConsistencyProof,
  listWitnesses: witnesses.listWitnesses,
  readPublication: heads.readPublication,
  readHeadsPage: heads.readHeadsPage,
  readAuditHead: heads.readAuditHead,
  readComplianceFacts: compliance.readComplianceFacts,
  listNetworkAgents: network.listNetworkAgents,
  searchAgents: agentSearch.searchAgents,
  summarizeNetwork: network.summarizeNetwork,
  listTasks: tasks.listTasks,
  summarizeTasks: tasks.summarizeTasks,
  recountReputation: taskLifecycle.recountReputation,
  listPlatformKeys: platformKeys.listPlatformKeys,
  listSigningKeys: keyRotation.listSigningKeys,
  readSigningKeys: platformKeys.openCurrentKeys,
  readOpeningKeys: masterKeys.readOpeningKeys,
  readMasterKeyHistory: masterKeys.readMasterKeyHistory,
  countSealsOf: reseal.countSealsOf,
  findAnySigningKey: platformKeys.findAnySigningKey,
  listCounts: counts.listCounts,
  readFleetStatus: monitoring.readFleetStatus,
  listOrganizations: organizations.listOrganizations,
  listApiKeysAsOperator: apiKeys.listApiKeysAsOperator,
  listMembersAsOperator: members.listMembersAsOperator,
  getOrganization: organizations.getOrganization,
  listMembers: members.listMembers,
  listInvitations: invitations.listInvitations,
  listOwnInvitations: invitations.listOwnInvitations,
  findInvitation: invitations.findInvitation,
  listApiKeys: apiKeys.listApiKeys,
  listInstallationsAsOperator: installations.listInstallationsAsOperator,
  listInstallations: fleet.listInstallations,
  searchInstallations: fleetSearch.searchInstallations,
  getInstallation: fleet.getInstallation,
  readTrends: trends.readTrends,
  listCommands: fleet.listCommands,
  listInstallTokens: installTokens.listInstallTokens,
  findChallenge: signIn.findChallenge,
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

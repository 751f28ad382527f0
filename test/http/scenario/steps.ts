import { bearer } from '../client.ts'
import type { Call, Scenario } from './scenario.ts'
import {
  adaComments,
  adaDisputesIt,
  adaInstallsAgentToRetire,
  adaInstallsMore,
  adaSendsAnotherInvoice,
  adaSendsCommand,
  agentIsAlive,
  bobJoins,
  invite,
  olgaSignsIn,
  pinArrives,
  RETIRED,
} from './unseen.ts'

/** A step of the scenario: a request with an example of its response, or an event that no example shows. */
export type Step = { readonly at: string } & (
  | Call
  | { readonly happens: (scenario: Scenario) => Promise<unknown> }
)

const call = (at: string, operation: string, shows: string, sends?: string): Step => ({
  at,
  operation,
  shows,
  ...(sends !== undefined && { sends }),
})
const unseen = (at: string, happens: (scenario: Scenario) => Promise<unknown>): Step => ({
  at,
  happens,
})

/** A heartbeat that no example shows. */
const heartbeat = (at: string): Step => unseen(at, agentIsAlive)
/** Jobs that are due run whenever the clock is advanced. */
const jobsRun = (at: string): Step => unseen(at, async () => undefined)

export const SIGN_IN: readonly Step[] = [
  unseen('08:50:00', invite('org_globex', 'grace@globex.example', 'ada@acme.example')),
  unseen('08:56:00', invite('org_acme', 'ada@acme.example', 'bob@acme.example')),
  call('09:00:00', 'requestAdminPin', 'PinIsSent', 'AdaAsksForPin'),
  unseen('09:00:30', pinArrives('AdaTypesPin')),
  call('09:01:00', 'verifyAdminPin', 'AdaIsSignedIn', 'AdaTypesPin'),
  call('09:01:00', 'getAdminSession', 'AdasSession'),
  call('09:01:00', 'requestAdminPin', 'PinForBrowser', 'AdaAsksForPin'),
  unseen('09:01:05', pinArrives('AdaTypesPinInBrowser')),
  call('09:01:10', 'createBrowserSession', 'AdasBrowserSession', 'AdaTypesPinInBrowser'),
  unseen('09:01:12', invite('org_acme', 'ada@acme.example', 'dave@acme.example')),
  call('09:01:15', 'inviteMember', 'CarolIsInvited', 'InviteCarol'),
  unseen('09:01:20', bobJoins),
  call('09:01:25', 'listInvitations', 'InvitationsOfAcme'),
  call('09:01:25', 'listOwnInvitations', 'InvitationsOfAda'),
  call('09:01:25', 'acceptInvitation', 'AdaHasJoined'),
  call('09:01:30', 'listMembers', 'MembersOfAcme'),
  call('09:01:35', 'setMemberRole', 'BobIsAuditor', 'MakeBobAuditor'),
  call('09:01:40', 'createApiKey', 'KeyForBuildServer', 'MakeKeyForBuildServer'),
  call('09:01:40', 'listApiKeys', 'KeysOfAcme'),
  call('09:01:50', 'revokeApiKey', 'BuildServerKeyIsRevoked'),
]

export const INSTALLATION: readonly Step[] = [
  call('09:02:00', 'createWorkspace', 'AccountsPayable', 'CreateAccountsPayable'),
  call('09:02:00', 'getWorkspace', 'AccountsPayable'),
  call('09:02:10', 'listWorkspaces', 'WorkspacesOfAcme'),
  call('09:02:30', 'updateWorkspace', 'AccountsPayableDescribed', 'DescribeAccountsPayable'),
  call('09:02:35', 'listWorkspaceMembers', 'MembersOfAccountsPayable'),
  call('09:02:40', 'getWorkspacePolicy', 'DefaultPolicy'),
  call('09:02:50', 'registerAgent', 'ReceiptReaderIsClaimed', 'ClaimReceiptReader'),
  call('09:03:00', 'registerAgent', 'InvoiceReader', 'RegisterInvoiceReader'),
  call('09:03:05', 'registerAgent', 'InvoiceReaderAgain', 'RegisterInvoiceReader'),
  call('09:03:10', 'verifyAgent', 'InvoiceReaderIsValid'),
  call('09:04:00', 'createInstallToken', 'TokenForInvoiceReader', 'CreateTokenForInvoiceReader'),
  call(
    '09:04:30',
    'createInstallToken',
    'SpareTokenForInvoiceReader',
    'CreateTokenForInvoiceReader',
  ),
  call('09:04:40', 'listInstallTokens', 'TokensOfAccountsPayable'),
  call('09:04:45', 'revokeInstallToken', 'SpareTokenIsRevoked'),
  call('09:05:00', 'bootstrapInstallation', 'FirstCredentials', 'BootstrapInvoiceReader'),
  call('09:05:20', 'bootstrapInstallation', 'ReplayedCredentials', 'BootstrapInvoiceReader'),
  call('09:06:00', 'renewLease', 'RenewedLease', 'InvoiceReaderIsRunning'),
  heartbeat('09:06:57'),
  unseen('09:07:00', ({ key }) =>
    key.post('/images/acme%2Finvoice-reader%3A1.4.0/scan?organization_id=org_acme'),
  ),
  jobsRun('09:07:01'),
  call('09:07:05', 'getScanReport', 'ReportOnInvoiceReader'),
  call('09:07:10', 'listImages', 'ImagesOfAcme'),
  call('09:07:15', 'getImageSbom', 'PartsOfInvoiceReader'),
  call('09:07:30', 'scanImage', 'ScanIsQueued'),
  jobsRun('09:07:31'),
  heartbeat('09:07:54'),
  call('09:08:00', 'refreshRuntimeToken', 'RefreshedRuntimeToken', 'RefreshInvoiceReader'),
  call('09:08:30', 'registerBeacon', 'BeaconOfInvoiceReader', 'InvoiceReaderRunsOnKubernetes'),
  call('09:08:32', 'listInstallations', 'FleetOfAccountsPayable'),
  call('09:08:32', 'getInstallation', 'InvoiceReaderIsOnline'),
  call('09:08:33', 'revokeInstallations', 'NoInstallationHadStopped', 'RevokeStoppedInstallations'),
  call('09:08:33', 'searchInstallations', 'InvoiceReadersOfAcme'),
  call('09:08:34', 'updateInstallations', 'NothingToPause', 'PauseTestInstallations'),
  call('09:08:35', 'getOrganization', 'AcmeWithItsUsage'),
]

export const TRUST: readonly Step[] = [
  heartbeat('09:08:51'),
  call('09:09:00', 'verifyTrust', 'InvoiceReaderIsTrusted', 'InvoiceReaderCalls'),
  call('09:09:10', 'getTrustProfile', 'ProfileOfInvoiceReader'),
  call('09:09:20', 'getAgent', 'InvoiceReaderInFull'),
  call('09:09:30', 'listAgentVersions', 'VersionsOfInvoiceReader'),
  heartbeat('09:09:48'),
  call('09:10:00', 'getReputationHistory', 'HistoryOfInvoiceReader'),
  call('09:10:00', 'createTrustHeaders', 'HeadersOfInvoiceReader', 'CreateHeadersForInvoiceReader'),
  call('09:10:00', 'getPlatformKeys', 'PlatformKeys'),
  call('09:10:00', 'listAuditLogs', 'WorkspaceCreationOnRecord'),
  call('09:10:00', 'verifyAuditChain', 'ChainIsIntact'),
  call('09:10:00', 'getAuditHead', 'HeadIsPublished'),
  call('09:10:00', 'searchAuditLogs', 'WorkspaceCreationIsFound'),
  call('09:10:00', 'getNetworkSummary', 'SummaryOfNetwork'),
  call('09:10:10', 'searchAgents', 'InvoiceReaderIsFound'),
  call('09:10:20', 'listNetworkAgents', 'ProductivityAgents'),
  heartbeat('09:10:45'),
  heartbeat('09:11:42'),
  call('09:12:00', 'setRetention', 'TwoYearsAreKept', 'KeepTwoYears'),
  call('09:12:05', 'getComplianceReport', 'InvoiceReaderIsReported'),
]

export const TASKS: readonly Step[] = [
  call('09:12:10', 'emailSupport', 'InvoiceQuestionAccepted', 'AskAboutInvoice'),
  call('09:12:20', 'requestPrioritySupport', 'RejectedHeartbeatsAccepted', 'HeartbeatsAreRejected'),
  call('09:12:30', 'openSupportChat', 'RotationQuestionAccepted', 'AskHowToRotate'),
  heartbeat('09:12:39'),
  call('09:12:40', 'contactCustomerSuccess', 'QuarterlyReviewAccepted', 'PlanQuarterlyReview'),
  call('09:13:00', 'routeTask', 'InvoiceIsRead', 'ReadThisInvoice'),
  call('09:13:30', 'listTasks', 'TasksOfAccountsPayable'),
  call('09:13:30', 'getTaskSummary', 'OneTaskIsDone'),
  heartbeat('09:13:36'),
  call('09:14:00', 'exportAuditLogs', 'LogsExportIsAccepted', 'ExportToLogs'),
  call('09:14:01', 'getAuditExport', 'LogsAreExported'),
  call('09:14:02', 'exportAuditCollector', 'CollectorExportIsAccepted', 'ExportToCollector'),
  call('09:14:04', 'exportAuditAlerts', 'AlertsExportIsAccepted', 'ExportToAlerts'),
  call('09:14:10', 'getFleetTrends', 'TrendsOfAcme'),
]

export const LATER: readonly Step[] = [
  heartbeat('09:14:33'),
  unseen('09:15:20', adaInstallsMore),
  heartbeat('09:15:30'),
  unseen('09:15:35', adaSendsCommand),
  call('09:15:38', 'listInstallationCommands', 'CommandsOfInvoiceReader'),
  call(
    '09:15:40',
    'sendInstallationCommand',
    'IntervalCommandIsPending',
    'SetIntervalOfInvoiceReader',
  ),
  call('09:15:50', 'setInstallationLabels', 'LabelsOfInvoiceReader', 'LabelInvoiceReader'),
  unseen('09:16:00', adaSendsAnotherInvoice),
  call('09:19:00', 'setWorkspacePolicy', 'PolicyIsTightened', 'TightenAccountsPayable'),
  call('09:19:05', 'evaluateWorkspacePolicy', 'PaymentsNeedApproval', 'EvaluatePayment'),
  call('09:19:10', 'listPolicyVersions', 'VersionsOfPolicy'),
  call('09:19:15', 'getPolicyVersion', 'FirstPolicy'),
  call('09:19:30', 'openDispute', 'DisputeIsOpen', 'TotalWasWrong'),
  call('09:19:35', 'listDisputes', 'DisputesOfAcme'),
  call('09:19:40', 'createDisputeComment', 'DisputeWithComment', 'InformationIsAdded'),
  call('09:19:41', 'getDispute', 'DisputeInFull'),
  unseen('09:19:42', olgaSignsIn),
  call('09:19:43', 'listDisputeCases', 'OpenDisputesForOlga'),
  call('09:19:44', 'getDisputeCase', 'CaseOfInvoiceReader'),
  unseen('09:19:46', adaDisputesIt),
  unseen('09:19:48', adaComments),
  call('09:19:50', 'judgeDispute', 'CaseIsUnderReview', 'OlgaStartsReview'),
  call('09:20:00', 'recoverInstallation', 'RecoveredCredentials', 'RecoverInvoiceReader'),
  unseen('09:24:50', adaInstallsAgentToRetire),
  call('09:25:00', 'revokeInstallation', 'InvoiceReaderIsRevoked', 'RetireInvoiceReader'),
  {
    at: '09:25:10',
    operation: 'renewLease',
    shows: 'LeaseAfterRevoke',
    sends: 'InvoiceReaderIsRunning',
    values: { installation_id: RETIRED.id },
    credential: bearer(RETIRED.token),
  },
  call('09:26:00', 'updateAgent', 'InvoiceReaderIsDeprecated', 'DeprecateInvoiceReader'),
]

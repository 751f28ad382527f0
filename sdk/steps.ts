import type { Contract } from './contracts.ts'

/** One step of the program of every SDK, with the responses that the proxy must record. */
export interface Step {
  readonly name: string
  /** `operationId status` of each response. */
  readonly responses: readonly string[]
}

/** Extensions, most of which the dashboard uses: every SDK contains them, but the programs do not call them. */
export const NOT_CALLED: readonly string[] = [
  'listInstallTokens',
  'revokeInstallToken',
  'listInstallations',
  'getInstallation',
  'listInstallationCommands',
  'sendInstallationCommand',
  'revokeInstallations',
  'searchInstallations',
  'updateInstallations',
  'setInstallationLabels',
  'getFleetTrends',
  'setWorkspacePolicy',
  'listPolicyVersions',
  'getPolicyVersion',
  'evaluateWorkspacePolicy',
  'listAgentVersions',
  'getOrganization',
  'listMembers',
  'inviteMember',
  'listInvitations',
  'withdrawInvitation',
  'setMemberRole',
  'deleteMember',
  'listApiKeys',
  'createApiKey',
  'revokeApiKey',
  'updateAgent',
  'listDisputeCases',
  'getDisputeCase',
  'judgeDispute',
  'openDispute',
  'listDisputes',
  'getDispute',
  'createDisputeComment',
  'createBrowserSession',
  'getAgent',
  'getReputationHistory',
  'verifyAuditChain',
  'getAuditHead',
  'searchAuditLogs',
  'getTaskSummary',
  'listOwnInvitations',
  'acceptInvitation',
  'declineInvitation',
  'leaveOrganization',
]

/** The lifecycle of an installation; together with the list above, the steps name every operation of the platform that returns JSON. */
export const PLATFORM_STEPS: readonly Step[] = [
  {
    name: 'signs in with a PIN received by e-mail',
    responses: ['requestAdminPin 200', 'verifyAdminPin 200', 'getAdminSession 200'],
  },
  {
    name: 'creates, reads, renames and lists a workspace',
    responses: [
      'createWorkspace 201',
      'getWorkspace 200',
      'updateWorkspace 200',
      'listWorkspaces 200',
      'listWorkspaceMembers 200',
    ],
  },
  {
    name: 'registers an agent and verifies it',
    responses: ['registerAgent 201', 'verifyAgent 200'],
  },
  { name: 'a second registration gets 409', responses: ['registerAgent 409'] },
  { name: 'creates an install token', responses: ['createInstallToken 201'] },
  { name: 'bootstraps with the install token', responses: ['bootstrapInstallation 201'] },
  {
    name: 'a replay returns the same installation and no refresh token',
    responses: ['bootstrapInstallation 200'],
  },
  { name: 'sends a heartbeat and gets a null command', responses: ['renewLease 200'] },
  { name: 'refreshes the runtime token', responses: ['refreshRuntimeToken 200'] },
  {
    name: 'records where the installation runs; a body that is too deep gets 422',
    responses: ['registerBeacon 200', 'registerBeacon 422'],
  },
  {
    name: 'recovers the installation; the old token gets 401',
    responses: ['recoverInstallation 200', 'renewLease 401'],
  },
  {
    name: 'reads the policy and the trust profile, and verifies signatures',
    responses: [
      'getWorkspacePolicy 200',
      'verifyTrust 200',
      'getTrustProfile 200',
      'createTrustHeaders 200',
      'getPlatformKeys 200',
    ],
  },
  {
    name: 'routes a task and finds it in the history',
    responses: ['routeTask 200', 'listTasks 200'],
  },
  {
    name: 'scans an image by its encoded reference',
    responses: ['scanImage 202', 'getScanReport 200', 'listImages 200', 'getImageSbom 404'],
  },
  {
    name: 'exports with the members class, group and index',
    responses: [
      'exportAuditLogs 202',
      'exportAuditCollector 202',
      'exportAuditAlerts 202',
      'getAuditExport 200',
    ],
  },
  { name: 'pages through the audit log', responses: ['listAuditLogs 200'] },
  {
    name: 'requests support in four ways',
    responses: [
      'emailSupport 202',
      'requestPrioritySupport 202',
      'openSupportChat 202',
      'contactCustomerSuccess 202',
    ],
  },
  {
    name: 'a plan that is too low gets 402 with the required plan',
    responses: ['getNetworkSummary 402'],
  },
  {
    name: 'reads the contract, the network and the report, and sets the retention',
    responses: [
      'getContractJson 200',
      'getNetworkSummary 200',
      'listNetworkAgents 200',
      'searchAgents 200',
      'setRetention 200',
      'getComplianceReport 200',
    ],
  },
  {
    name: 'revokes the installation, receives the command, and cleans up',
    responses: [
      'revokeInstallation 200',
      'renewLease 200',
      'refreshRuntimeToken 401',
      'deleteWorkspace 204',
      'endAdminSession 204',
      'getAdminSession 401',
    ],
  },
]

/**
 * The steps of a client of one agent, which call every operation of the agent's contract except getAgentContract, because clients are
 * generated from what it returns.
 */
export const AGENT_STEPS: readonly Step[] = [
  {
    name: 'discovers the agent, its card for A2A and its health',
    responses: ['getAgentCard 200', 'getA2aCard 200', 'getHealth 200'],
  },
  { name: 'opens a session', responses: ['openSession 200'] },
  { name: 'chats, and continues the conversation', responses: ['chat 200'] },
  { name: 'a chat without a session gets 401', responses: ['chat 401'] },
  {
    name: 'sends a task, with the message as an object and as a string',
    responses: ['handleTask 200'],
  },
  { name: 'an unknown skill fails the task', responses: ['handleTask 422'] },
  { name: 'sends a task over JSON-RPC', responses: ['sendRpc 200'] },
  { name: 'an unknown method gets a JSON-RPC error', responses: ['sendRpc 200'] },
  { name: 'calls a skill as an MCP tool', responses: ['sendMcp 200'] },
]

/** Values of the members class, group and index, which every program sends with its exports. */
export const EXPORTED = { class: 'registry', group: 'audit', index: 'main' } as const
/** The image that every program scans; its reference is sent as one path segment. */
export const IMAGE_REF = 'acme/invoice-reader:1.4.0'

/**
 * The responses that the short program of a generator must get: it registers an agent, verifies it and lists agents; or it uses an agent.
 */
export const CALLS = {
  platform: ['registerAgent 201', 'verifyAgent 200', 'listNetworkAgents 200'],
  agent: ['getAgentCard 200', 'openSession 200', 'handleTask 200'],
} as const satisfies Record<Contract, readonly string[]>

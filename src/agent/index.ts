/** The public library for authors of agents. Most agents only need `serveAgent`; its parts can also be used separately. */
export { serveAgent } from './process/serve-agent.ts'
export type { ServeAgentOptions } from './process/serve-agent.ts'
export type { ServingAgent } from './process/serve-folder.ts'

/** The agent. */
export { createAgent } from './server/agent.ts'
export type { Agent, AgentLimits, AgentOptions, ListenOptions } from './server/options.ts'
export type { AgentCard } from './server/card.ts'
export type {
  Answerer,
  Call,
  CallResult,
  CallOptions,
  CompletedCall,
  FailedCall,
} from './calls/call.ts'
export type {
  A2aRun,
  AddressRun,
  AgentLogger,
  AgentManifest,
  ChatCall,
  ChatFunction,
  CommandRun,
  JsonSchema,
  McpRun,
  McpServer,
  SkillCall,
  SkillContext,
  SkillDeclaration,
  SkillFunction,
  SkillLog,
  SkillRun,
  VerifiedCaller,
} from './definition.ts'
export { DEFAULT_PLATFORM_URL, standalone } from './platform/link.ts'
export type {
  InstallationIdentity,
  PlatformLink,
  PlatformTime,
  TrustStatus,
  TrustProfile,
  TrustVerdict,
  WorkspacePolicy,
} from './platform/link.ts'
export { AgentDefinitionError } from './tasks/skills.ts'
export type { Identity } from './trust/signing.ts'

/** The transparency log of a platform. */
export { verifyLoggedRegistration } from './trust/logged-registration.ts'
export type {
  LoggedProfile,
  LogKeys,
  LogVerdict,
  RetiredLogKey,
} from './trust/logged-registration.ts'
export { verifyAuditGrowth, verifyAuditHead } from './trust/audit-head.ts'
export type { AuditHeadVerdict, GrowthVerdict, PublishedAuditHead } from './trust/audit-head.ts'

/** The agent's folder: manifest and key. */
export { AgentFolderError, readAgentFolder } from './folder/folder.ts'
export type { AgentFolder } from './folder/folder.ts'
export { manifestHash, readManifest } from './folder/manifest.ts'
export type { Manifest, ManifestResult, ManifestIssue } from './folder/manifest.ts'
export { keyFileOf, keyOfSeed, readKeyFile } from './folder/keys.ts'
export type { AgentKey } from './folder/keys.ts'
// These functions compare a model, tool, path or host with an entry of a list in `context.policy`.
export { covers, coversHost } from '../domain/policies/policy.ts'
export { svcId } from '../domain/crypto/svc-id.ts'

/** The installation on a platform. */
export { startInstallation } from './installation/installation.ts'
export type {
  Installation,
  InstallationOptions,
  InstallationStatus,
} from './installation/installation.ts'
export type { CommandHandler, ReceivedCommand } from './installation/run-command.ts'

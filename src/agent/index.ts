/** For authors of agents. `serveAgent` is the usual way; the parts of it stand below. */
export { serveAgent } from './serve-agent.ts'
export type { ServeAgentOptions } from './serve-agent.ts'
export type { ServingAgent } from './serving.ts'

/** The library: an agent that serves. */
export { createAgent } from './agent.ts'
export type { Agent, AgentLimits, AgentOptions, ListenOptions } from './agent-options.ts'
export type { AgentCard } from './card.ts'
export type { Answerer, Call, CallEnd, CallOptions, CompletedCall, FailedCall } from './call.ts'
export type {
  AgentLogger,
  AgentManifest,
  ChatCall,
  ChatFunction,
  JsonSchema,
  SkillCall,
  SkillContext,
  SkillDeclaration,
  SkillFunction,
  SkillLog,
  VerifiedCaller,
} from './definition.ts'
export { DEFAULT_PLATFORM_URL, standalone } from './platform-link.ts'
export type {
  Place,
  PlatformLink,
  PlatformTime,
  Standing,
  TrustProfile,
  TrustVerdict,
  WorkspacePolicy,
} from './platform-link.ts'
export { AgentDefinitionError } from './skills.ts'
export type { Identity } from './trust/signing.ts'

/** The folder: manifest, key and what follows from them. */
export { AgentFolderError, readAgentFolder } from './folder.ts'
export type { AgentFolder } from './folder.ts'
export { manifestHash, readManifest } from './manifest.ts'
export type { Manifest, ManifestReading, Remark } from './manifest.ts'
export { keyFileOf, keyOfSeed, readKeyFile } from './keys.ts'
export type { AgentKey } from './keys.ts'
// How a skill that keeps to `context.policy` compares a model, tool, path or host with an entry of a list.
export { covers, coversHost } from '../domain/policies/policy.ts'
export { svcId } from '../domain/crypto/messages.ts'

/** The installation: on the air, and staying there. */
export { startInstallation } from './installation/installation.ts'
export type {
  Installation,
  InstallationOptions,
  InstallationStatus,
} from './installation/installation.ts'
export type { CommandHandler, Heard } from './installation/carry-out.ts'

/** The library for authors of agents: a manifest and one function per skill. */
export { createAgent } from './agent.ts'
export type { Agent, AgentLimits, AgentOptions, ListenOptions } from './agent-options.ts'
export type { AgentCard } from './card.ts'
export type { Answerer, Call, CallEnd, CallOptions, CompletedCall, FailedCall } from './call.ts'
export type {
  AgentLogger, AgentManifest, ChatCall, ChatFunction, JsonSchema, SkillCall, SkillContext, SkillDeclaration, SkillFunction, SkillLog,
  VerifiedCaller,
} from './definition.ts'
export { DEFAULT_PLATFORM_URL, standalone } from './platform-link.ts'
export type { PlatformLink, Standing, TrustProfile, TrustVerdict, WorkspacePolicy } from './platform-link.ts'
export { AgentDefinitionError } from './skills.ts'
export type { Identity } from './trust/signing.ts'

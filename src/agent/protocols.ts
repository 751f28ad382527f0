/** The versions of A2A and the revisions of MCP that agents serve and bridges use. */

/** The versions of A2A, the preferred one first. */
export const A2A_VERSIONS = ['1.0', '0.3'] as const
export type A2aVersion = (typeof A2A_VERSIONS)[number]

/** The A2A extension with which messages name a skill (docs/specification/a2a.md#skill). */
export const SKILL_EXTENSION = 'urn:svc:a2a:skill:v1'

/** The revisions of MCP, the preferred one first. */
export const MCP_REVISIONS = ['2026-07-28', '2025-11-25'] as const
export type McpRevision = (typeof MCP_REVISIONS)[number]

/** Older revisions of MCP, whose tools work in the same way as those of 2025-11-25. */
export const OLDER_MCP_REVISIONS = ['2025-06-18', '2025-03-26'] as const

/** Prefix of the metadata of requests and results in revision 2026-07-28 (basic/index, section _meta). */
export const MCP_METADATA = 'io.modelcontextprotocol/'

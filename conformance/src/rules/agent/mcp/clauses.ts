import type { ProtocolClause } from '../../../engine/types.ts'
import { LEGACY, MODERN } from '../../../judge/mcp.ts'

const clauseOf =
  (revision: string) =>
  (section: string, quote: string): ProtocolClause => ({
    source: `MCP ${revision}`,
    section,
    quote,
  })

/** Returns a clause of the revision with sessions. */
export const legacy = clauseOf(LEGACY)
/** Returns a clause of the revision without sessions. */
export const modern = clauseOf(MODERN)

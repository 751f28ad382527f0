import type { Section } from '../../../engine/types.ts'
import { isDeclared } from '../../../judge/mcp.ts'
import { mcpStatelessRules } from './stateless.ts'
import { mcpToolRules } from './tools.ts'
import { mcpTransportRules } from './transport.ts'

export const mcp: Section = {
  id: 'mcp',
  title: 'MCP',
  rules: [...mcpTransportRules, ...mcpToolRules, ...mcpStatelessRules].map((rule) => ({
    since: '2',
    ...rule,
  })),
  protocol: {
    identified_by: 'MCP-01',
    isDeclared,
    undeclared: 'No card can declare MCP, and neither --mcp nor --profile mcp was given',
  },
}

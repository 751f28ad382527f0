import { NotSent, type ProbeContext } from '../../engine/probe-context.ts'
import type { Exchange, Probe } from '../../engine/types.ts'
import { isArray, isObject, notApplicable } from '../../judge/assertions.ts'
import {
  responseMember,
  hasLegacy,
  hasModern,
  LEGACY,
  NO_LEGACY,
  NO_MODERN,
  toolsOf,
  type Tool,
} from '../../judge/mcp.ts'
import { noResponse } from './card.ts'
import { generate } from './inputs.ts'
import {
  initialize,
  legacyHeaders,
  sendLegacy,
  sendModern,
  sendRaw,
  UNUSED_SESSION,
} from './mcp-requests.ts'

/** A revision that no server supports. */
const UNKNOWN_REVISION = '1999-01-01'
/** The origin of a page that has nothing to do with the server (RFC 2606). */
const FOREIGN_ORIGIN = 'https://attacker.invalid'
const UNKNOWN_METHOD = 'tools/no_such_method'
/** The maximum number of tools that are called until one has a result. */
const MAX_TOOLS = 3

type Run = Probe['run']
type Send = (
  context: ProbeContext,
  method: string,
  params?: Readonly<Record<string, unknown>>,
) => Promise<Exchange>

const recorded = (context: ProbeContext, probe: string): Exchange | undefined =>
  context.recorded(probe)[0]

const NO_TOOLS = notApplicable('The server has no tool that can be called.')

/** Creates a probe that runs if the server supports the revision of the probe. */
const probe = (id: string, after: readonly string[], run: Run): Probe => ({
  id,
  effect: 'call',
  after,
  run: async (context) => {
    const isModern = id.startsWith('mcp26.')
    const has = isModern
      ? hasModern(recorded(context, 'mcp26.discover'))
      : hasLegacy(recorded(context, 'mcp25.initialize'))
    if (!has) return isModern ? NO_MODERN : NO_LEGACY
    return run(context)
  },
})

/**
 * Returns the tools in the order in which they are tried: those with a sample, those that only read, the others. Destructive ones are not
 * called.
 */
function toolsToCall(context: ProbeContext, list: string): readonly Tool[] {
  const rank = ({ name, members }: Tool): number =>
    Object.hasOwn(context.settings.samples, name) ? 2 : hint(members, 'readOnlyHint') ? 1 : 0
  return toolsOf(recorded(context, list))
    .filter(({ members }) => !hint(members, 'destructiveHint') && !needsTask(members))
    .toSorted((a, b) => rank(b) - rank(a))
}

/** Returns whether a tool can be called only as an MCP task (2025-11-25, basic/utilities/tasks). Such a tool is not called. */
const needsTask = ({ execution }: Tool['members']): boolean =>
  isObject(execution) && execution['taskSupport'] === 'required'

const hint = ({ annotations }: Tool['members'], name: string): boolean =>
  isObject(annotations) && annotations[name] === true

/**
 * Calls at most MAX_TOOLS tools, with their samples or with inputs generated from their schemas, until one has a result that is not an
 * error.
 */
const callTools =
  (send: Send, list: string): Run =>
  async (context) => {
    const tools = toolsToCall(context, list)
    if (tools.length === 0) throw new NotSent(NO_TOOLS)
    for (const { name, members } of tools.slice(0, MAX_TOOLS)) {
      const { samples } = context.settings
      const input = Object.hasOwn(samples, name)
        ? samples[name]
        : generate(members['inputSchema'], context.random)
      const sent = await send(context, 'tools/call', {
        name,
        arguments: isObject(input) ? input : {},
      })
      const result = responseMember(sent, '/result')
      if (isObject(result) && result['isError'] !== true) return
    }
  }

/** Calls a tool that requires arguments, but sends none. */
const callWithoutArguments =
  (send: Send, list: string): Run =>
  async (context) => {
    const tool = toolsToCall(context, list).find(({ members }) => {
      const schema = members['inputSchema']
      const required = isObject(schema) ? schema['required'] : undefined
      return isArray(required) && required.length > 0
    })
    return tool
      ? send(context, 'tools/call', { name: tool.name, arguments: {} })
      : notApplicable('No tool that can be called requires arguments.')
  }

const callUnknownTool =
  (send: Send): Run =>
  (context) =>
    send(context, 'tools/call', { name: `no_such_tool_${context.random.hex(8)}`, arguments: {} })

const INITIALIZED = ['mcp25.initialize']
const LISTED = ['mcp25.list']
const legacyProbes: readonly Probe[] = [
  {
    id: 'mcp25.initialize',
    effect: 'call',
    after: ['card'],
    run: async (context) => noResponse(context) ?? initialize(context, LEGACY),
  },
  probe('mcp25.negotiate', INITIALIZED, (context) =>
    initialize(context, UNKNOWN_REVISION, UNUSED_SESSION),
  ),
  probe('mcp25.initialized', INITIALIZED, (context) =>
    sendRaw(context, {
      headers: legacyHeaders(context),
      json: { jsonrpc: '2.0', method: 'notifications/initialized' },
    }),
  ),
  probe('mcp25.list', ['mcp25.initialized'], (context) => sendLegacy(context, 'tools/list')),
  probe('mcp25.call', LISTED, callTools(sendLegacy, 'mcp25.list')),
  probe('mcp25.invalid', LISTED, callWithoutArguments(sendLegacy, 'mcp25.list')),
  probe('mcp25.unknown_tool', LISTED, callUnknownTool(sendLegacy)),
  probe('mcp25.unknown_method', LISTED, (context) => sendLegacy(context, UNKNOWN_METHOD)),
  probe('mcp25.malformed', LISTED, (context) =>
    sendRaw(context, {
      headers: legacyHeaders(context),
      body: '{"jsonrpc":"2.0","id":"1","method":"tools/list","params":{',
    }),
  ),
  probe('mcp25.version', LISTED, (context) =>
    sendLegacy(context, 'tools/list', {}, { 'MCP-Protocol-Version': UNKNOWN_REVISION }),
  ),
  probe('mcp25.origin', LISTED, (context) =>
    sendLegacy(context, 'tools/list', {}, { Origin: FOREIGN_ORIGIN }),
  ),
  probe('mcp25.get', LISTED, (context) =>
    sendRaw(context, {
      method: 'GET',
      headers: { ...legacyHeaders(context), Accept: 'text/event-stream' },
    }),
  ),
]

const DISCOVERED = ['mcp26.discover']
const MODERN_LISTED = ['mcp26.list']
const modernProbes: readonly Probe[] = [
  {
    id: 'mcp26.discover',
    effect: 'call',
    after: ['mcp25.initialize'],
    run: (context) => sendModern(context, 'server/discover'),
  },
  probe('mcp26.list', DISCOVERED, (context) => sendModern(context, 'tools/list')),
  probe('mcp26.call', MODERN_LISTED, callTools(sendModern, 'mcp26.list')),
  probe('mcp26.invalid', MODERN_LISTED, callWithoutArguments(sendModern, 'mcp26.list')),
  probe('mcp26.unknown_tool', MODERN_LISTED, callUnknownTool(sendModern)),
  probe('mcp26.unknown_method', MODERN_LISTED, (context) => sendModern(context, UNKNOWN_METHOD)),
  probe('mcp26.version', MODERN_LISTED, (context) =>
    sendModern(
      context,
      'tools/list',
      {},
      {
        meta: { protocolVersion: UNKNOWN_REVISION },
        headers: { 'MCP-Protocol-Version': UNKNOWN_REVISION },
      },
    ),
  ),
  probe('mcp26.version_header', MODERN_LISTED, (context) =>
    sendModern(context, 'tools/list', {}, { headers: { 'MCP-Protocol-Version': LEGACY } }),
  ),
  probe('mcp26.method_header', MODERN_LISTED, (context) =>
    sendModern(context, 'tools/list', {}, { headers: { 'Mcp-Method': 'tools/call' } }),
  ),
  probe('mcp26.no_capabilities', MODERN_LISTED, (context) =>
    sendModern(context, 'tools/list', {}, { meta: { clientCapabilities: undefined } }),
  ),
  probe('mcp26.origin', MODERN_LISTED, (context) =>
    sendModern(context, 'tools/list', {}, { headers: { Origin: FOREIGN_ORIGIN } }),
  ),
]

export const mcpProbes: readonly Probe[] = [...legacyProbes, ...modernProbes]

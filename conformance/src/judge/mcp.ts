import type { Evidence, Exchange } from '../engine/types.ts'
import { isArray, isObject, isString, notApplicable } from './assertions.ts'
import { withoutStream } from './event-stream.ts'
import { member } from './json.ts'

/** The revisions of MCP that the suite judges: the one with sessions, and the one without. */
export const LEGACY = '2025-11-25'
export const MODERN = '2026-07-28'

export const NO_LEGACY = notApplicable(`The server does not support MCP ${LEGACY}.`)
export const NO_MODERN = notApplicable(`The server does not support MCP ${MODERN}.`)

/** Returns a member of the response to a request, in whichever form it was sent. */
export const responseMember = (exchange: Exchange, pointer: string): unknown =>
  member(withoutStream(exchange), pointer)

/** Returns whether the result of `initialize` has the revision that the suite judges. */
export const hasLegacy = (initialize: Exchange | undefined): boolean =>
  initialize !== undefined && responseMember(initialize, '/result/protocolVersion') === LEGACY

/** Returns whether the result of `server/discover`, or the error that refuses it, lists the revision that the suite judges. */
export function hasModern(discover: Exchange | undefined): boolean {
  if (!discover) return false
  return ['/result/supportedVersions', '/error/data/supported'].some((pointer) => {
    const listed = responseMember(discover, pointer)
    return isArray(listed) && listed.includes(MODERN)
  })
}

export interface Tool {
  readonly name: string
  readonly members: Readonly<Record<string, unknown>>
}

/** Returns the tools in a list that have a name. */
export function toolsOf(list: Exchange | undefined): readonly Tool[] {
  const tools = list && responseMember(list, '/result/tools')
  return (isArray(tools) ? tools : []).flatMap((tool) =>
    isObject(tool) && isString(tool['name']) ? [{ name: tool['name'], members: tool }] : [],
  )
}

/**
 * Returns whether MCP is declared. Only the user can declare it, by naming the endpoint or selecting the profile `mcp`, because neither
 * the agent card nor the A2A card has a member for it.
 */
export const isDeclared = ({ settings }: Evidence): boolean =>
  settings.mcp_url !== undefined || settings.profile === 'mcp'

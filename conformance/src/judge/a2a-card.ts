import type { Evidence, Exchange } from '../engine/types.ts'
import { isAbsoluteUrl, isArray, isObject, isString } from './assertions.ts'
import { bodyOf, member } from './json.ts'

export type A2aVersion = '1.0' | '0.3'

/** The binding that the suite judges. */
export const BINDING = 'JSONRPC'

/** An interface that a card lists, as it is written there. */
export interface A2aInterface {
  readonly url: unknown
  readonly binding: unknown
}

const VERSIONS: Readonly<Record<A2aVersion, RegExp>> = {
  '1.0': /^1\.0(?:\.\d+)?$/,
  '0.3': /^0\.3(?:\.\d+)?$/,
}

/** Returns whether a member of a card names a version. Patch levels do not matter. */
const namesVersion = (version: A2aVersion, found: unknown): boolean =>
  isString(found) && VERSIONS[version].test(found)

const listOf = (card: Exchange, pointer: string): readonly Readonly<Record<string, unknown>>[] => {
  const list = member(card, pointer)
  return isArray(list) ? list.filter(isObject) : []
}

/** Returns the interfaces for a version that a card lists, the preferred one first. */
export function interfacesOf(card: Exchange, version: A2aVersion): readonly A2aInterface[] {
  const listed = listOf(card, '/supportedInterfaces')
    .filter(({ protocolVersion }) => namesVersion(version, protocolVersion))
    .map(({ url, protocolBinding }) => ({ url, binding: protocolBinding }))
  if (version === '1.0' || !namesVersion(version, member(card, '/protocolVersion'))) return listed
  const others = listOf(card, '/additionalInterfaces')
  return [
    { url: member(card, '/url'), binding: member(card, '/preferredTransport') ?? BINDING },
    ...others.map(({ url, transport }) => ({ url, binding: transport })),
    ...listed,
  ]
}

/** Returns whether the card of the target lists an interface for a version. */
export const declares =
  (version: A2aVersion) =>
  ({ of }: Evidence): boolean =>
    of('a2a.card').some((card) => interfacesOf(card, version).length > 0)

/** Returns an address at which an agent might serve a version that its card does not list. */
export function likelyUrl(card: Exchange, base: string): string {
  const urls = [...listOf(card, '/supportedInterfaces').map(({ url }) => url), member(card, '/url')]
  return urls.find(isAbsoluteUrl) ?? `${base}/a2a`
}

/** Returns whether the card is a JSON object that was served successfully. */
export const isCard = (card: Exchange): boolean =>
  card.outcome.kind === 'response' && card.outcome.status < 300 && isObject(bodyOf(card))

/** Returns whether the card declares an optional capability. */
export const hasCapability = (card: Exchange | undefined, name: string): boolean =>
  card !== undefined && member(card, `/capabilities/${name}`) === true

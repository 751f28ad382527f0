import { isIP } from 'node:net'
import { blockMatcher } from './address-blocks.ts'

/** The hosts and addresses that are allowed although they are not public. */
export interface AllowList {
  /** Tells whether the operator listed this host, whose addresses are then not checked. */
  host(name: string): boolean
  address(address: string): boolean
}

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62})*$/
const BLOCK = /^([0-9a-f:.]+)\/(\d{1,3})$/

/** Tells whether a text is a valid entry of an allow list: a host name, an address, or a block like 10.1.0.0/16. */
export const isAllowEntry = (text: string): boolean =>
  blockOf(text) !== undefined || isName(text.toLowerCase())
const isName = (text: string): boolean => NAME.test(text) && !/^[\d.]+$/.test(text)

/** Compiles an allow list. Invalid entries allow nothing. */
export function allowList(entries: readonly string[]): AllowList {
  const names = new Set(
    entries
      .filter((entry) => isAllowEntry(entry) && blockOf(entry) === undefined)
      .map((entry) => entry.toLowerCase()),
  )
  return {
    host: (name) => names.has(name.toLowerCase().replace(/\.$/, '')),
    address: blockMatcher(entries.map(blockOf).filter((block) => block !== undefined)),
  }
}

/** Returns an entry as a block; a single address is a block of full length. */
function blockOf(text: string): string | undefined {
  const [, address = text, prefix] = BLOCK.exec(text.toLowerCase()) ?? []
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
  return bits >= 0 && Number(prefix ?? bits) <= bits ? `${address}/${prefix ?? bits}` : undefined
}

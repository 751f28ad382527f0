import { isIP } from 'node:net'
import { within } from './ranges.ts'

/** What an operator lets the platform dial although it is not public: hosts by name, and addresses by block. */
export interface AllowList {
  /** The operator named this host; then its addresses are the operator's business. */
  host(name: string): boolean
  address(address: string): boolean
}

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_][a-z0-9_-]{0,62})*$/
const BLOCK = /^([0-9a-f:.]+)\/(\d{1,3})$/

/** Whether a text is an entry of an allow list: a host name, an address, or a block like 10.1.0.0/16. */
export const isAllowEntry = (text: string): boolean =>
  blockOf(text) !== undefined || isName(text.toLowerCase())
const isName = (text: string): boolean => NAME.test(text) && !/^[\d.]+$/.test(text)

/** Reads an allow list; entries that are none allow nothing. */
export function allowList(entries: readonly string[]): AllowList {
  const names = new Set(
    entries
      .filter((entry) => isAllowEntry(entry) && blockOf(entry) === undefined)
      .map((entry) => entry.toLowerCase()),
  )
  return {
    host: (name) => names.has(name.toLowerCase().replace(/\.$/, '')),
    address: within(entries.map(blockOf).filter((block) => block !== undefined)),
  }
}

/** An entry as a block: a single address is one of full length. */
function blockOf(text: string): string | undefined {
  const [, address = text, prefix] = BLOCK.exec(text.toLowerCase()) ?? []
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
  return bits >= 0 && Number(prefix ?? bits) <= bits ? `${address}/${prefix ?? bits}` : undefined
}

import { ms, type Timestamp } from './time.ts'

const RANDOM_BYTES = 10

/**
 * Returns a UUID of version 7 (RFC 9562, section 5.7), which sorts by time. It uses 74 of the 80 random bits.
 * @param moment milliseconds since 1970
 * @throws RangeError unless given exactly ten random bytes and a time within 48 bits
 */
export function uuid7(moment: number, random: Uint8Array): string {
  if (random.length !== RANDOM_BYTES)
    throw new RangeError(`uuid7: expected ${RANDOM_BYTES} random bytes, got ${random.length}`)
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(moment, 0, 6)
  bytes.set(random, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return formatUuid(bytes.toString('hex'))
}

/** The time and the random bytes from which an identifier is created. */
interface IdSource {
  readonly now: Timestamp
  readonly random: (bytes: number) => Uint8Array
  /** Identifiers to use before new ones are generated. Only the sandbox knows identifiers in advance: those of the contract's examples. */
  readonly given_ids?: Iterator<string, undefined>
}

/** Returns a new identifier. Identifiers sort by the time at which they were created. */
export const newId = ({ now, random, given_ids }: IdSource): string =>
  given_ids?.next().value ?? uuid7(ms(now), random(RANDOM_BYTES))

/** Returns a UUID of version 4 (RFC 9562, section 5.4) from sixteen random bytes. */
export function uuid4(random: Uint8Array): string {
  const bytes = Buffer.from(random)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return formatUuid(bytes.toString('hex'))
}

/** Returns an identifier between two UUIDs, chosen by six random bytes, or `low` if either of them is not a UUID. */
export function uuidBetween(low: string, high: string, random: Uint8Array): string {
  if (!UUID.test(low) || !UUID.test(high)) return low
  const [from, to] = [low, high].map((uuid) => BigInt(`0x${uuid.replaceAll('-', '')}`)) as [
    bigint,
    bigint,
  ]
  const share = BigInt(`0x${Buffer.from(random).toString('hex')}`)
  const hex = (from + ((to - from) * share) / (1n << 48n)).toString(16).padStart(32, '0')
  return formatUuid(hex)
}

const formatUuid = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

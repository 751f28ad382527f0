/** A part of a position: a time with milliseconds (ISO 8601, UTC), a non-negative integer, or any string. */
type Kind = 'time' | 'number' | 'text'

/**
 * The lists that are paged by cursor, with their orders and the parts of a position in each. The `pattern` of a list's cursor in the
 * contract is made of the same parts (docs/specification/http.md#cursors).
 */
export const CURSORS = {
  listApiKeys: { created: ['time', 'text'] },
  listAuditLogs: { sequence: ['number'] },
  listDisputeCases: { undecided: ['time', 'text'], decided: ['time', 'text'] },
  listDisputes: { opened: ['time', 'text'] },
  listImages: { reference: ['text'] },
  listInstallationCommands: { sequence: ['number'] },
  listInstallations: { created: ['time', 'text'] },
  listInstallTokens: { created: ['time', 'text'] },
  listInvitations: { created: ['time', 'text'] },
  listMembers: { joined: ['time', 'text'] },
  listNetworkAgents: { id: ['text'] },
  listOwnInvitations: { created: ['time', 'text'] },
  listPolicyVersions: { version: ['number'] },
  listTasks: { created: ['time', 'text'] },
  searchAgents: {
    name: ['text', 'text'],
    reputation: ['number', 'text'],
    registered: ['time', 'text'],
    relevance: ['number', 'text', 'text'],
  },
  searchAuditLogs: { sequence: ['number'] },
  searchInstallations: { created: ['time', 'text'] },
  updateInstallations: { created: ['time', 'text'] },
} as const satisfies Record<string, Record<string, readonly Kind[]>>

type List = keyof typeof CURSORS
/** The name of a list and of one of its orders, such as `listTasks~created`. */
export type ListOrder = { [L in List]: `${L}~${keyof (typeof CURSORS)[L] & string}` }[List]
type KindsOf<Order extends ListOrder> = Order extends `${infer L extends List}~${infer O}`
  ? (typeof CURSORS)[L][O & keyof (typeof CURSORS)[L]]
  : never
type Values<Kinds> = {
  readonly [Index in keyof Kinds]: Kinds[Index] extends 'number' ? number : string
}
/** The position of an item in an order. */
export type PositionIn<Order extends ListOrder> = Values<KindsOf<Order>>

type Part = string | number
interface Codec {
  /** The regular expression for the strings that `read` accepts. */
  readonly pattern: string
  readonly write: (part: Part) => string
  readonly read: (text: string) => Part
}
/** Every string that matches a pattern can be read, so that a cursor that matches the pattern in the contract is never refused. */
const CODECS: Readonly<Record<Kind, Codec>> = {
  time: {
    pattern: '[0-9]{8}T[0-9]{9}Z',
    write: (part) => String(part).replace(/[-:.]/g, ''),
    read: (text) => text.replace(/^(....)(..)(..)T(..)(..)(..)(...)Z$/, '$1-$2-$3T$4:$5:$6.$7Z'),
  },
  number: { pattern: '(0|[1-9][0-9]{0,14})', write: String, read: Number },
  text: {
    pattern: '[A-Za-z0-9_-]*',
    write: (part) => Buffer.from(String(part)).toString('base64url'),
    // PostgreSQL refuses strings with U+0000.
    read: (text) => Buffer.from(text, 'base64url').toString().replaceAll('\0', '\ufffd'),
  },
}

/** Returns the regular expression for all cursors of a list. */
export function cursorPattern(list: List): string {
  const orders: Readonly<Record<string, readonly Kind[]>> = CURSORS[list]
  const positions = Object.entries(orders).map(([order, kinds]) =>
    [order, ...kinds.map((kind) => CODECS[kind].pattern)].join('~'),
  )
  return `^${list}~${positions.length === 1 ? positions[0] : `(${positions.join('|')})`}~$`
}

/**
 * Returns the cursor that names the last item of a page. It ends with `~`, so that a truncated cursor is not the cursor of another
 * position.
 */
const writeCursor = <Order extends ListOrder>(order: Order, position: PositionIn<Order>): string =>
  [
    order,
    ...kindsOf(order).map((kind, index) =>
      CODECS[kind].write((position as readonly Part[])[index]!),
    ),
    '',
  ].join('~')

/**
 * Returns the position that a cursor names, or undefined if there is no cursor. The cursor has already been validated against the contract
 * and belongs to this order.
 */
export function readCursor<Order extends ListOrder>(
  order: Order,
  cursor: string | undefined,
): PositionIn<Order> | undefined {
  if (cursor === undefined) return undefined
  const encoded_parts = cursor.split('~').slice(2, -1)
  const position: readonly Part[] = kindsOf(order).map((kind, index) =>
    CODECS[kind].read(encoded_parts[index]!),
  )
  return position as PositionIn<Order>
}

/** Returns whether a cursor belongs to a different order of its list. */
export const isOfOtherOrder = (order: ListOrder, cursor: string | undefined): boolean =>
  cursor !== undefined && !cursor.startsWith(`${order}~`)

function kindsOf(name: ListOrder): readonly Kind[] {
  const [list, order] = name.split('~') as [List, string]
  return (CURSORS[list] as Readonly<Record<string, readonly Kind[]>>)[order]!
}

/** A page of rows from the store; `next` is the position of the last row if more follow. */
interface PageOfRows<Row, Position> {
  readonly items: readonly Row[]
  readonly total: number
  readonly limit: number
  readonly next?: Position
}

/** Returns a page of a list that has no cursors. */
export const presentPage = <Row, Shown>(
  { items, total, limit }: PageOfRows<Row, unknown>,
  offset: number,
  present: (row: Row) => Shown,
) => ({ items: items.map((row) => present(row)), total, limit, offset })

/** Returns a page of a list that has cursors. */
export const presentPageOf = <Order extends ListOrder, Row, Shown>(
  order: Order,
  page: PageOfRows<Row, PositionIn<Order>>,
  offset: number,
  present: (row: Row) => Shown,
) => ({ ...presentPage(page, offset, present), ...nextCursor(order, page.next) })

/** Returns `next_cursor` for a page that is followed by more items, and nothing for the last page. */
export const nextCursor = <Order extends ListOrder>(
  order: Order,
  next: PositionIn<Order> | undefined,
): { next_cursor?: string } => (next ? { next_cursor: writeCursor(order, next) } : {})

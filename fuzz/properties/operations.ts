import type { Got, Sent } from '../../test/http/client.ts'
import type { Contract, Operation } from './contract.ts'
import { edgesOf } from './edges.ts'
import { errorFaults, judgeOf, secretFaults } from './judge.ts'
import { expectNone, fact, property, type Property } from './property.ts'
import { breaksOfRequest, validRequests, type Drawn } from './requests.ts'
import type { Tallies } from './tally.ts'

/** What a side of the interface brings along: how a drawn request is sent, and what it may be refused for besides. */
export interface Side {
  readonly name: string
  readonly contract: Contract
  sentOf(operation: Operation, drawn: Drawn): Sent
  exampleOf(operation: Operation): Sent
  ask(operation: Operation, sent: Sent): Promise<Got>
  /** Whether a valid request may be refused with 400 or 422, for a reason the interface gives. */
  excused(operation: Operation, got: Got): boolean
  /** Operations after whose success the side needs another world, which takes its time. */
  readonly costly: ReadonlySet<string>
  /** Pointers of what an answer complains about. */
  complaints(got: Got): readonly string[]
  /** Statuses that mean the same here: the interface lets an invalid body be 400 or 422. */
  readonly alike?: readonly number[]
}

const isOneOf = (
  status: number,
  wanted: readonly number[],
  alike: readonly number[] = [],
): boolean =>
  wanted.includes(status) || (alike.includes(status) && wanted.some((one) => alike.includes(one)))

const shown = ({ method, path, headers, body }: Sent, { status, text }: Got): string =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers ?? {})
    .replace(/(sk_live|adm|srt)_[\w-]+/g, '$1_…')
    .slice(0, 200)} ${String(body ?? '').slice(0, 600)} -> ${status} ${text.slice(0, 300)}`

/** Valid requests are not called invalid, invalid ones are, at their place; and every answer is as the contract says. */
export function operationProperties(side: Side, tallies: Tallies): readonly Property[] {
  const judge = judgeOf(side.contract)
  const ask = async (operation: Operation, sent: Sent): Promise<Got> => {
    const got = await side.ask(operation, sent)
    if (sent.method === operation.method) tallies.note(operation.id, got.status)
    return got
  }

  const accepts = (operation: Operation): Property =>
    property(
      `${side.name} accepts ${operation.id}`,
      validRequests(operation),
      async (drawn) => {
        const sent = side.sentOf(operation, drawn)
        const got = await ask(operation, sent)
        const refused =
          [400, 401, 405, 413, 415, 422, 429, 431].includes(got.status) &&
          !side.excused(operation, got) &&
          !(got.status === 401 && !drawn.grounded)
        expectNone(
          [
            ...judge(operation, sent, got),
            ...(refused ? [`a valid request is refused with ${got.status}`] : []),
          ],
          shown(sent, got),
        )
      },
      side.costly.has(operation.id) ? 0.4 : 1,
    )

  /** A property for every way to break it, so that each is tried however many there are. */
  const refuses = (operation: Operation): readonly Property[] =>
    breaksOfRequest(operation).map(({ says, requests }) =>
      property(
        `${side.name} refuses ${operation.id}, ${says}`,
        requests,
        async ({ drawn, status, pointer }) => {
          const sent = side.sentOf(operation, drawn)
          const got = await ask(operation, sent)
          const tooLarge =
            got.status === 413 &&
            Buffer.byteLength(String(sent.body)) >
              ((operation.object as { 'x-max-body-bytes'?: number })['x-max-body-bytes'] ??
                MEBIBYTE)
          if (isRoutedElsewhere(drawn, got) || isJudgedBefore(drawn, got)) return
          const wrong =
            isOneOf(got.status, [status], side.alike) || tooLarge
              ? []
              : [`${says} is answered with ${got.status}, not ${status}`]
          const complaints = side.complaints(got)
          const related = (one: string): boolean =>
            one === pointer || one.startsWith(`${pointer}/`) || one === pointer.slice(0, LONGEST)
          const named =
            wrong.length > 0 || complaints.length === 0 || complaints.some(related)
              ? []
              : [`${says} is told of ${complaints.join(', ')}, not of ${pointer}`]
          expectNone([...judge(operation, sent, got), ...wrong, ...named], shown(sent, got))
        },
        SHARE_OF_A_BREAK,
      ),
    )

  const edges = (operation: Operation): Property =>
    fact(`${side.name} edges ${operation.id}`, async () => {
      const all = edgesOf(side.contract, operation)
      for (const { says, change, statuses, allow } of all) {
        const sent = change(side.exampleOf(operation))
        const got = await ask(operation, sent)
        const routed = ![404, 405].includes(got.status) && sent.method !== 'OPTIONS'
        const known = routed
          ? judge(operation, sent, got)
          : [
              ...(got.status >= 400 && sent.method !== 'HEAD' ? errorFaults(got) : []),
              ...secretFaults(sent, got),
            ]
        const wrong = isOneOf(got.status, statuses, side.alike)
          ? []
          : [`${says} is answered with ${got.status}, not ${statuses.join(' or ')}`]
        const told =
          allow === undefined || sameNames(got.headers.allow, allow)
            ? []
            : [`${says} says Allow: ${got.headers.allow}, not ${allow.join(', ')}`]
        expectNone([...known, ...wrong, ...told], shown(sent, got))
      }
      return all.length
    })
  return side.contract.operations.flatMap((operation) => [
    accepts(operation),
    ...refuses(operation),
    edges(operation),
  ])
}
/** An identifier that is refused because it is a path of its own: the router comes first. */
const isRoutedElsewhere = ({ kept = '' }: Drawn, { status }: Got): boolean =>
  kept.startsWith('/path/') && status === 405
/** An agent judges who sends before it reads what is sent. */
const isJudgedBefore = ({ kept = '' }: Drawn, { status }: Got): boolean =>
  /^\/header\/X-Svc-/i.test(kept) && status === 401

/** There are some twenty of them for each operation. */
const SHARE_OF_A_BREAK = 1 / 5
/** What a body may take at most. */
const MEBIBYTE = 1024 * 1024
/** Texts in a refusal are cut at this length. */
const LONGEST = 256

const sameNames = (header: string | undefined, names: readonly string[]): boolean =>
  header !== undefined &&
  header
    .split(',')
    .map((name) => name.trim())
    .toSorted()
    .join() === names.toSorted().join()

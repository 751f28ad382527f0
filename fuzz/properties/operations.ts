import type { TestResponse, TestRequest } from '../../test/http/client.ts'
import { maxBodyBytes, type Contract, type Operation } from './contract.ts'
import { edgeCasesOf } from './edges.ts'
import { errorFaults, judgeOf, secretFaults } from './judge.ts'
import { expectNone, deterministicProperty, property, type Property } from './property.ts'
import { requestViolations, validRequests, type GeneratedRequest } from './requests.ts'
import type { RequestCounter } from './request-counts.ts'

/** A service under test: its contract, and how generated requests are sent to it. */
export interface Target {
  readonly name: string
  readonly contract: Contract
  requestFor(operation: Operation, drawn: GeneratedRequest): TestRequest
  exampleOf(operation: Operation): TestRequest
  ask(operation: Operation, sent: TestRequest): Promise<TestResponse>
  /** Whether the specification permits this refusal of a valid request. */
  mayRefuse(operation: Operation, got: TestResponse): boolean
  /** Operations that use up test data when they succeed. Creating new data is slow. */
  readonly consuming: ReadonlySet<string>
  /** Returns the pointers of the issues in a response. */
  issuePaths(got: TestResponse): readonly string[]
  /** Statuses that are interchangeable, because the contract of agents permits 400 and 422 for an invalid body. */
  readonly equivalent_statuses?: readonly number[]
}

const isOneOf = (
  status: number,
  wanted: readonly number[],
  alike: readonly number[] = [],
): boolean =>
  wanted.includes(status) || (alike.includes(status) && wanted.some((one) => alike.includes(one)))

const describeExchange = (
  { method, path, headers, body }: TestRequest,
  { status, text }: TestResponse,
): string =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers ?? {})
    .replace(/(sk_live|adm|srt)_[\w-]+/g, '$1_…')
    .slice(0, 200)} ${String(body ?? '').slice(0, 600)} -> ${status} ${text.slice(0, 300)}`

/**
 * Returns the properties of every operation: it accepts valid requests, refuses invalid ones and points to the issue, and responds as
 * documented.
 */
export function operationProperties(target: Target, counter: RequestCounter): readonly Property[] {
  const judge = judgeOf(target.contract)
  const ask = async (operation: Operation, sent: TestRequest): Promise<TestResponse> => {
    const got = await target.ask(operation, sent)
    if (sent.method === operation.method) counter.record(operation.id, got.status)
    return got
  }

  const accepts = (operation: Operation): Property =>
    property(
      `${target.name} accepts ${operation.id}`,
      validRequests(operation),
      async (drawn) => {
        const sent = target.requestFor(operation, drawn)
        const got = await ask(operation, sent)
        const refused =
          [400, 401, 405, 413, 415, 422, 429, 431].includes(got.status) &&
          !target.mayRefuse(operation, got) &&
          !(got.status === 401 && !drawn.grounded)
        expectNone(
          [
            ...judge(operation, sent, got),
            ...(refused ? [`a valid request was refused with ${got.status}`] : []),
          ],
          describeExchange(sent, got),
        )
      },
      target.consuming.has(operation.id) ? 0.4 : 1,
    )

  /** Returns a separate property for each kind of invalid request, so that none is left out by chance. */
  const refuses = (operation: Operation): readonly Property[] =>
    requestViolations(operation).map(({ description, requests }) =>
      property(
        `${target.name} refuses ${operation.id}, ${description}`,
        requests,
        async ({ drawn, status, pointer }) => {
          const sent = target.requestFor(operation, drawn)
          const got = await ask(operation, sent)
          const tooLarge =
            (got.status === 413 &&
              Buffer.byteLength(String(sent.body)) > maxBodyBytes(operation)) ||
            (got.status === 431 && sent.path.length > MAX_PATH_LENGTH)
          if (matchesOtherRoute(drawn, got) || isRefusedBySignature(drawn, got)) return
          const wrong =
            isOneOf(got.status, [status], target.equivalent_statuses) || tooLarge
              ? []
              : [`${description} gets ${got.status}, not ${status}`]
          const complaints = target.issuePaths(got)
          const related = (one: string): boolean =>
            one === pointer ||
            one.startsWith(`${pointer}/`) ||
            one === pointer.slice(0, MAX_TEXT_LENGTH)
          const named =
            wrong.length > 0 || complaints.length === 0 || complaints.some(related)
              ? []
              : [`${description} is reported at ${complaints.join(', ')}, not at ${pointer}`]
          expectNone(
            [...judge(operation, sent, got), ...wrong, ...named],
            describeExchange(sent, got),
          )
        },
        SHARE_PER_VIOLATION,
      ),
    )

  const edges = (operation: Operation): Property =>
    deterministicProperty(`${target.name} handles edge cases of ${operation.id}`, async () => {
      const all = edgeCasesOf(target.contract, operation)
      for (const { description, change, statuses, allow } of all) {
        const sent = change(target.exampleOf(operation))
        const got = await ask(operation, sent)
        const routed = ![404, 405].includes(got.status) && sent.method !== 'OPTIONS'
        const known = routed
          ? judge(operation, sent, got)
          : [
              ...(got.status >= 400 && sent.method !== 'HEAD' ? errorFaults(got) : []),
              ...secretFaults(sent, got),
            ]
        const wrong = isOneOf(got.status, statuses, target.equivalent_statuses)
          ? []
          : [`${description} gets ${got.status}, not ${statuses.join(' or ')}`]
        const allowFaults =
          allow === undefined || sameNames(got.headers.allow, allow)
            ? []
            : [`${description} has Allow: ${got.headers.allow}, not ${allow.join(', ')}`]
        expectNone([...known, ...wrong, ...allowFaults], describeExchange(sent, got))
      }
      return all.length
    })
  return target.contract.operations.flatMap((operation) => [
    accepts(operation),
    ...refuses(operation),
    edges(operation),
  ])
}
/** An invalid identifier in a path can match another route, which the router decides first. */
const matchesOtherRoute = (
  { invalid_part = '' }: GeneratedRequest,
  { status }: TestResponse,
): boolean => invalid_part.startsWith('/path/') && status === 405
/** An agent checks the signature of a request before its other headers. */
const isRefusedBySignature = (
  { invalid_part = '' }: GeneratedRequest,
  { status }: TestResponse,
): boolean => /^\/header\/X-Svc-/i.test(invalid_part) && status === 401

/** Share of the runs for each kind of invalid request, of which an operation has about twenty. */
const SHARE_PER_VIOLATION = 1 / 5
/** A longer path can exceed the 16 KiB that the server allows for the request line and the headers together. */
const MAX_PATH_LENGTH = 14_000
/** Error messages truncate strings to this length. */
const MAX_TEXT_LENGTH = 256

const sameNames = (header: string | undefined, names: readonly string[]): boolean =>
  header !== undefined &&
  header
    .split(',')
    .map((name) => name.trim())
    .toSorted()
    .join() === names.toSorted().join()

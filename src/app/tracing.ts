import { table } from '../../generated/platform.table.ts'
import type { Config } from '../config/config.ts'
import type { Dispatcher } from '../contract/dispatch.ts'
import type { AccessLogEntry } from '../contract/hooks.ts'
import { validTraceparent } from '../contract/traceparent.ts'
import type { AgentCaller } from '../ports/agent-caller.ts'
import type { ExportSender } from '../ports/exports/sender.ts'
import { openOtlpTracing } from '../ports/otlp-tracing.ts'
import { noTracing, type SpanAttributes, type Tracing } from '../ports/tracing.ts'
import { dialectOf } from '../store/dialects.ts'
import type { Store } from '../store/store.ts'
import { version } from '../version.ts'

/** Opens the configured tracing. Without a collector, nothing is recorded. */
export const openTracing = async ({ tracing }: Pick<Config, 'tracing'>): Promise<Tracing> =>
  tracing ? openOtlpTracing(tracing, version()) : noTracing

/** Returns a dispatcher that handles each request in a span, which continues the trace of the client and is the parent of what follows. */
export const tracedDispatcher = (dispatcher: Dispatcher, tracing: Tracing): Dispatcher =>
  tracing === noTracing
    ? dispatcher
    : {
        ...dispatcher,
        handle: (request) =>
          tracing.span(
            request.method,
            {
              kind: 'server',
              parent: validTraceparent(request.headers['traceparent']),
              attributes: { 'http.request.method': request.method },
            },
            ({ traceparent }) =>
              dispatcher.handle({ ...request, headers: { ...request.headers, traceparent } }),
          ),
      }

type OnResponse = (entry: AccessLogEntry) => void

/** Returns a function that also names the span of the request and sets its attributes. */
export const tracedOnResponse = (tracing: Tracing, onResponse: OnResponse): OnResponse =>
  tracing === noTracing
    ? onResponse
    : (entry) => {
        onResponse(entry)
        describeRequest(tracing, entry)
      }

/** Names a span by the path of the operation, which is the same for all identifiers. */
function describeRequest(
  tracing: Tracing,
  { operation_id, request_id, method, status }: AccessLogEntry,
): void {
  const span = tracing.current()
  const entry = operation_id === null ? undefined : table[operation_id as keyof typeof table]
  const route = entry && `/api/v1${entry.path}`
  if (route !== undefined) span.rename(`${method} ${route}`)
  span.set({
    ...(route !== undefined && { 'http.route': route, 'svc.operation_id': operation_id! }),
    'http.response.status_code': status,
    'svc.request_id': request_id,
  })
  if (status >= 500) span.fail(String(status))
}

/** Returns a store whose calls are recorded as spans of the request that makes them. */
export function tracedStore(store: Store, tracing: Tracing, address: string): Store {
  if (tracing === noTracing) return store
  const system = { 'db.system.name': dialectOf(address).system }
  const traced = Object.entries(store).map(([name, method]) => [
    name,
    typeof method !== 'function' || name === 'close'
      ? method
      : (...args: unknown[]) =>
          tracing.span(
            name,
            { kind: 'client', attributes: { ...system, 'db.operation.name': name }, nested: true },
            async () => (method as (...given: unknown[]) => unknown)(...args),
          ),
  ])
  return Object.fromEntries(traced) as Store
}

/** Returns a caller of agents that records each request as a span and propagates the trace. */
export const tracedAgentCaller = (caller: AgentCaller, tracing: Tracing): AgentCaller =>
  tracing === noTracing
    ? caller
    : {
        ...caller,
        call: (request) =>
          tracing.span('POST', clientSpan(request.url), async (span) => {
            const result = await caller.call({
              ...request,
              headers: withTraceparent(request, span),
            })
            const { answer } = result
            if (answer.kind === 'failed') span.fail(answer.code)
            else span.set({ 'http.response.status_code': answer.http_status })
            return result
          }),
      }

/** Returns a sender of exports that records each request as a span and propagates the trace. */
export const tracedExportSender = (sender: ExportSender, tracing: Tracing): ExportSender =>
  tracing === noTracing
    ? sender
    : {
        ...sender,
        send: (request, operatorOwned) =>
          tracing.span('POST', clientSpan(request.url), async (span) => {
            const result = await sender.send(
              { ...request, headers: withTraceparent(request, span) },
              operatorOwned,
            )
            if (result.kind === 'failed') span.fail(result.fault)
            else if (result.kind === 'refused') span.fail('ADDRESS_BLOCKED')
            else span.set({ 'http.response.status_code': result.status })
            return result
          }),
      }

const withTraceparent = (
  { headers }: { readonly headers: Readonly<Record<string, string>> },
  { traceparent }: { readonly traceparent: string | undefined },
): Readonly<Record<string, string>> =>
  traceparent === undefined ? headers : { ...headers, traceparent }

/** Describes a request to an address without its path, which may contain a secret. */
function clientSpan(address: string): { kind: 'client'; attributes: SpanAttributes } {
  // An address that cannot be parsed was accepted from a client, and is refused when it is dialled.
  const url = URL.parse(address)
  const method = { 'http.request.method': 'POST' }
  if (!url) return { kind: 'client', attributes: method }
  const { hostname, port, protocol } = url
  const attributes = {
    ...method,
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
    'url.scheme': protocol.slice(0, -1),
  }
  return { kind: 'client', attributes }
}

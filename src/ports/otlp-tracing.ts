import type * as OpenTelemetry from '@opentelemetry/api'
import type {
  Context,
  Span as OtelSpan,
  SpanKind as OtelSpanKind,
  Tracer,
} from '@opentelemetry/api'
import type * as Sdk from '@opentelemetry/sdk-trace'
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace'
import { NO_SPAN, type Span, type SpanOptions, type Tracing } from './tracing.ts'

export interface TracingSettings {
  /** Where spans are sent: the address of a collector for OTLP over HTTP, with its path. */
  readonly url: string
  /** Headers with the credential of the collector. */
  readonly headers: Readonly<Record<string, string>>
  readonly service_name: string
  /** The share of traces that are recorded, from 0 to 1. Traces that the client does not record are never recorded. */
  readonly ratio: number
}

/** Milliseconds that sending the last spans may take at the end of the process. */
const CLOSE_MS = 2000

/**
 * Starts to record spans and to send them in batches (docs/specification/tracing.md). The libraries are loaded here, so that a platform
 * without tracing does not load them.
 * @param exporter replaces the one that sends to the collector
 */
export async function openOtlpTracing(
  { url, headers, service_name, ratio }: TracingSettings,
  version: string,
  exporter?: SpanExporter,
): Promise<Tracing> {
  const [api, sdk, otlp, { resourceFromAttributes }, { AsyncLocalStorageContextManager }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
    ])
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service_name, 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(ratio),
      remoteParentSampled: remoteSampler(sdk, ratio),
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: exporter ?? new otlp.OTLPTraceExporter({ url, headers: { ...headers } }),
      }),
    ],
  })
  const tracer = provider.getTracer('svc-registry', version)
  return {
    span: (name, options, work) => runInSpan(api, tracer, { name, ...options }, work),
    current() {
      const span = api.trace.getActiveSpan()
      return span ? toSpan(api, span) : NO_SPAN
    },
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise<void>((resolve) => void setTimeout(resolve, CLOSE_MS).unref()),
      ]),
  }
}

/**
 * Returns a sampler for traces that clients want recorded. It does not look at the trace id, which the client chooses, so that no client
 * can have more than this share of its requests recorded.
 */
function remoteSampler({ SamplingDecision }: typeof Sdk, ratio: number): Sampler {
  const { RECORD_AND_SAMPLED, NOT_RECORD } = SamplingDecision
  return {
    shouldSample: () => ({ decision: Math.random() < ratio ? RECORD_AND_SAMPLED : NOT_RECORD }),
    toString: () => `ShareOfRemote{${ratio}}`,
  }
}

type Api = typeof OpenTelemetry

async function runInSpan<T>(
  api: Api,
  tracer: Tracer,
  { name, kind, attributes, parent, nested }: SpanOptions & { readonly name: string },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const { trace, context } = api
  // A span within one that is not recorded would not be recorded either.
  if (nested && !trace.getActiveSpan()?.isRecording()) return work(NO_SPAN)
  const within = parent === undefined ? context.active() : withParent(api, parent)
  const kinds: Readonly<Record<SpanOptions['kind'], OtelSpanKind>> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
  }
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, within)
  try {
    return await context.with(trace.setSpan(within, span), () => work(toSpan(api, span)))
  } catch (cause) {
    // The message may contain text that must not be logged, so only the name of the error is recorded.
    fail(api, span, cause instanceof Error ? cause.name : 'unknown')
    throw cause
  } finally {
    span.end()
  }
}

function withParent({ trace, ROOT_CONTEXT }: Api, traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-')
  const traceFlags = Number.parseInt(flags, 16) & 1
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function fail({ SpanStatusCode }: Api, span: OtelSpan, error_type: string): void {
  span.setAttribute('error.type', error_type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function toSpan(api: Api, span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, '0')}`,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail: (error_type) => fail(api, span, error_type),
  }
}

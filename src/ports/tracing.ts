/**
 * The attributes of a span by name: a name of the semantic conventions of OpenTelemetry, or one that begins with `svc.`
 * (docs/specification/tracing.md#spans).
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export interface SpanOptions {
  readonly kind: 'server' | 'client'
  readonly attributes: SpanAttributes
  /** The `traceparent` that the span continues. By default, the parent of a span is the span in which it begins. */
  readonly parent?: string | undefined
  /** Whether the span is only recorded within another one. */
  readonly nested?: boolean
}

/** A span that has begun. It ends when its work has ended. */
export interface Span {
  /** The `traceparent` for requests that are sent within this span; undefined for `NO_SPAN`. */
  readonly traceparent: string | undefined
  rename(name: string): void
  set(attributes: SpanAttributes): void
  /** Marks the span as failed; the type of the error is a code or a status. */
  fail(error_type: string): void
}

/** Records spans and sends them to a collector. */
export interface Tracing {
  /** Runs work in a span. An exception marks the span as failed and is thrown again. */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
  /** Returns the current span, to which a callback can add attributes. */
  current(): Span
  /** Sends the remaining spans and stops. */
  close(): Promise<void>
}

/**
 * Stands for the span of work that has none: tracing is off, no span is active, or the active one is not recorded and the work is nested.
 */
export const NO_SPAN: Span = {
  traceparent: undefined,
  rename: () => undefined,
  set: () => undefined,
  fail: () => undefined,
}

/** Records nothing. */
export const noTracing: Tracing = {
  span: (_name, _options, work) => work(NO_SPAN),
  current: () => NO_SPAN,
  close: () => Promise.resolve(),
}

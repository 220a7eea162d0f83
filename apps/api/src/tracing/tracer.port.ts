/** W3C trace context of a recorded span, such as `00-<trace id>-<span id>-01`. */
export type Traceparent = string

export type SpanAttributes = Record<string, string | number | boolean>

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

/** A recorded piece of work. Names and attributes carry no personal data: patterns, codes and our own ids only. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly traceparent: Traceparent
  set(attributes: SpanAttributes): void
  /** Marks the span as failed, with the error's type or code. Messages stay out: they may quote input. */
  fail(error: unknown): void
  /** Points to a span of another trace that did the work for this one too. */
  link(other: Span): void
  end(): void
}

export interface SpanOptions {
  kind?: SpanKind
  attributes?: SpanAttributes
  /** Without one, the span begins a trace. */
  parent?: Span | Traceparent | undefined
  /** The parent is the span of a caller, in another process. */
  isParentRemote?: boolean
}

/** A span that has ended. Ids are hexadecimal. */
export interface FinishedSpan {
  traceId: string
  spanId: string
  /** Undefined for the first span of a trace. */
  parentId: string | undefined
  name: string
  kind: SpanKind
  /** Milliseconds since 1970, with a fraction. */
  startedMs: number
  endedMs: number
  attributes: SpanAttributes
  hasFailed: boolean
}

/** Records spans and sends them away in the background. */
export interface Tracer {
  /** Whether the trace that begins here, or which the caller's `traceparent` names, is part of the sample. */
  isSampled(caller: Traceparent | undefined): boolean
  start(name: string, options: SpanOptions): Span
  /** Sends a span that a browser has measured, as one of the browser's service. */
  recordBrowserSpan(span: FinishedSpan): void
  /** Sends what is left. */
  stop(): Promise<void>
}

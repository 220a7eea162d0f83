import { AsyncLocalStorage } from 'node:async_hooks'
import type { FinishedSpan, Span, SpanOptions, Traceparent, Tracer } from './tracer.port.ts'

// The active span follows asynchronous calls, so it belongs to the process. Without a tracer, everything here returns at
// once.
const active = new AsyncLocalStorage<Span | undefined>()
let tracer: Tracer | undefined

/** Traces from now on; `undefined` ends it. */
export function installTracer(next: Tracer | undefined): void {
  tracer = next
}

export function isTracing(): boolean {
  return tracer !== undefined
}

/** The recorded span that this code runs in. */
export function activeSpan(): Span | undefined {
  return tracer && active.getStore()
}

/** Runs `work` in the span; outside of any if there is none. */
export function runInSpan<Result>(span: Span | undefined, work: () => Result): Result {
  return tracer ? active.run(span, work) : work()
}

/** Runs `work` outside of any span: for timers and loops that a request starts and that outlive it. */
export function runDetached<Result>(work: () => Result): Result {
  return activeSpan() ? active.run(undefined, work) : work()
}

/**
 * Whether a request is recorded. Of its `traceparent`, only the trace id counts: by the sampled flag, a stranger could have
 * everything recorded.
 */
export function isSampled(caller: Traceparent | undefined): boolean {
  return tracer !== undefined && tracer.isSampled(caller)
}

/** Records a span, regardless of the sample. The caller ends it. */
export function startSpan(name: string, options: SpanOptions): Span | undefined {
  return tracer?.start(name, options)
}

/** Begins a trace if it is part of the sample, or continues that of the parent in the options. The caller ends the span. */
export function startRootSpan(name: string, options: SpanOptions): Span | undefined {
  return options.parent !== undefined || isSampled(undefined) ? startSpan(name, options) : undefined
}

/** A span below the active one; the caller ends it. Nothing is recorded outside of a recorded trace. */
export function startChildSpan(name: string, options: SpanOptions = {}): Span | undefined {
  const parent = activeSpan()
  return parent && startSpan(name, { ...options, parent })
}

/**
 * Runs a job or message in the trace that caused it. The span that is active now gets a link to it. Without such a trace, it
 * belongs to the one that is active now, otherwise to one of its own.
 */
export async function inRootSpan<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) return await work()
  const current = activeSpan()
  const span = startRootSpan(name, { ...options, parent: options.parent ?? current })
  if (span && options.parent !== undefined) current?.link(span)
  return await endAfter(span, work)
}

/** Runs `work` in a span below the active one. */
export async function inChildSpan<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = startChildSpan(name, options)
  return span ? await endAfter(span, work) : await work()
}

/** Runs `work` in the span and ends it with the outcome. */
async function endAfter<Result>(span: Span | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await runInSpan(span, work)
  } catch (error) {
    span?.fail(error)
    throw error
  } finally {
    span?.end()
  }
}

/** Records what a browser has measured. The caller checks that the trace is part of the sample. */
export function recordBrowserSpan(span: FinishedSpan): void {
  tracer?.recordBrowserSpan(span)
}

/** For log lines. */
export function traceFields(span: Span | undefined = activeSpan()): { trace_id?: string; span_id?: string } {
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
}

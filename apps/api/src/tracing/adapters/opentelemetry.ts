import * as api from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { AlwaysOnSampler, BatchSpanProcessor } from '@opentelemetry/sdk-trace'
import { isInSample, type SamplingOptions } from '../trace-sampler.ts'
import type { Span, SpanKind, SpanOptions, Traceparent, Tracer } from '../tracer.port.ts'

export interface OpenTelemetryOptions {
  /** Base URL of a collector that accepts OTLP over HTTP. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  sampling: SamplingOptions
  version: string
  environment: string
}

const kinds: Record<SpanKind, api.SpanKind> = {
  internal: api.SpanKind.INTERNAL,
  server: api.SpanKind.SERVER,
  client: api.SpanKind.CLIENT,
  consumer: api.SpanKind.CONSUMER,
}

/** Traces with OpenTelemetry. Spans are sent in batches; if the collector does not keep up, they are dropped. */
export function createOpenTelemetryTracer(options: OpenTelemetryOptions): Tracer {
  const { endpoint, headers, serviceName, sampling, version, environment } = options
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers })
  const sdk = new NodeSDK({
    // Everything is given here: the SDK would otherwise read variables and look at the machine.
    autoDetectResources: false,
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
    textMapPropagator: null,
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'deployment.environment.name': environment,
    }),
    // Decided before a span is made, because most are not recorded.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  sdk.start()
  const tracer = api.trace.getTracer('terrace', version)

  return {
    start(name, { kind = 'internal', attributes, parent, isParentForeign = false, startedAt }) {
      if (!isRecorded(parent, isParentForeign, sampling)) return undefined
      return toSpan(
        tracer.startSpan(
          name,
          {
            kind: kinds[kind],
            ...(attributes && { attributes }),
            ...(startedAt && { startTime: startedAt }),
          },
          contextOf(parent, isParentForeign),
        ),
      )
    },
    async stop() {
      // First: no one may wait for the end of a shutdown, and another tracer may have started by then.
      for (const part of [api.trace, api.context, api.propagation]) part.disable()
      await sdk.shutdown()
    },
  }
}

/**
 * What belongs to a recorded trace is recorded. A caller's decision is not taken over: the browser makes none, and a stranger
 * could have everything recorded. Its trace id is only an input of a keyed hash, which decides.
 */
function isRecorded(parent: SpanOptions['parent'], isForeign: boolean, sampling: SamplingOptions): boolean {
  if (!isForeign && parent !== undefined) return true
  const traceparent = typeof parent === 'string' ? parent : parent?.traceparent
  const context = traceparent === undefined ? undefined : toSpanContext(traceparent, isForeign)
  return isInSample(context?.traceId, sampling)
}

function contextOf(parent: SpanOptions['parent'], isRemote: boolean): api.Context {
  if (parent === undefined) return api.ROOT_CONTEXT
  const traceparent = typeof parent === 'string' ? parent : parent.traceparent
  const context = toSpanContext(traceparent, isRemote)
  return context ? api.trace.setSpanContext(api.ROOT_CONTEXT, context) : api.ROOT_CONTEXT
}

function toSpanContext(traceparent: Traceparent, isRemote: boolean): api.SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent) ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote }
  return api.isSpanContextValid(context) ? context : undefined
}

function toSpan(span: api.Span): Span {
  const context = span.spanContext()
  const { traceId, spanId } = context
  return {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-01`,
    set: (attributes) => void span.setAttributes(attributes),
    fail(error) {
      span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.setAttribute('error.type', typeOf(error))
    },
    link: (other) => {
      const linked = toSpanContext(other.traceparent, false)
      if (linked) span.addLink({ context: linked })
    },
    end: () => span.end(),
  }
}

/** A status, SQLSTATE or error code, otherwise the name of the class. */
function typeOf(error: unknown): string {
  if (typeof error === 'number') return String(error)
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

import { parentPort, workerData } from 'node:worker_threads'
import { SpanKind as ExportedKind, SpanStatusCode, TraceFlags, type HrTime } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace'
import { postTo } from '#api/shared/concurrency/thread-port.ts'
import { lowerThreadPriority } from '#api/shared/concurrency/thread-priority.ts'
import type { SpanKind } from '../tracer.port.ts'
import type { CollectorOptions, FromSendingThread, SpanRecord, ToSendingThread } from './span-record.ts'

lowerThreadPriority(10)

const kinds: Record<SpanKind, ExportedKind> = {
  internal: ExportedKind.INTERNAL,
  server: ExportedKind.SERVER,
  client: ExportedKind.CLIENT,
  consumer: ExportedKind.CONSUMER,
}

const { endpoint, headers, serviceName, version, environment } = workerData as CollectorOptions
const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers })
// If the collector does not keep up, it drops spans.
const processor = new BatchSpanProcessor({ exporter })
const resourceOf = (service: string) =>
  defaultResource().merge(
    resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      'deployment.environment.name': environment,
    }),
  )
const resource = resourceOf(serviceName)
const browserResource = resourceOf(`${serviceName}-browser`)
const instrumentationScope = { name: 'terrace', version }

parentPort?.on('message', (message: ToSendingThread) => {
  if ('stop' in message) {
    // A collector that is unreachable loses the last spans.
    stop().catch(() => undefined)
    return
  }
  for (const record of message.spans) processor.onEnd(toReadableSpan(record))
  postTo<FromSendingThread>(parentPort, { received: message.spans.length })
})

async function stop(): Promise<void> {
  try {
    await processor.shutdown()
  } finally {
    parentPort?.close()
  }
}

function toReadableSpan(record: SpanRecord): ReadableSpan {
  const { traceId, spanId, parentId, isParentRemote, name, kind, attributes, hasFailed } = record
  const { startedMs, endedMs } = record
  const contextOf = (ids: { traceId: string; spanId: string }) => ({ ...ids, traceFlags: TraceFlags.SAMPLED })
  const context = contextOf({ traceId, spanId })
  return {
    name,
    kind: kinds[kind],
    spanContext: () => context,
    ...(parentId !== undefined && {
      parentSpanContext: { ...contextOf({ traceId, spanId: parentId }), isRemote: isParentRemote },
    }),
    startTime: toHrTime(startedMs),
    endTime: toHrTime(endedMs),
    duration: toHrTime(Math.max(0, endedMs - startedMs)),
    status: { code: hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes,
    links: record.links.map((link) => ({ context: contextOf(link) })),
    events: [],
    ended: true,
    resource: record.isOfBrowser ? browserResource : resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/** Seconds and nanoseconds; to the microsecond, which is what a double holds. */
function toHrTime(ms: number): HrTime {
  const micros = Math.round(ms * 1000)
  return [Math.floor(micros / 1e6), (micros % 1e6) * 1000]
}

import type { FinishedSpan } from '../tracer.port.ts'

/** A finished span, as the thread that sends it gets it. */
export interface SpanRecord extends FinishedSpan {
  isParentRemote: boolean
  /** Its service is the browser's, not that of this process. */
  isOfBrowser: boolean
  links: { traceId: string; spanId: string }[]
}

/** Where spans go, and what describes their sender. */
export interface CollectorOptions {
  /** Base URL of a collector that accepts OTLP over HTTP. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  version: string
  environment: string
}

/** To the thread; `stop` sends what is left and ends it. */
export type ToSendingThread = { spans: SpanRecord[] } | { stop: true }

/** From the thread: so many spans have left its queue of messages. */
export interface FromSendingThread {
  received: number
}

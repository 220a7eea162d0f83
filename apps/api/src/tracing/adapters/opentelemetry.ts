import { Worker } from 'node:worker_threads'
import { postTo } from '#api/shared/concurrency/thread-port.ts'
import { createSampler, type SamplingOptions } from '../trace-sampler.ts'
import type { Traceparent, Tracer } from '../tracer.port.ts'
import { RecordedSpan } from './recorded-span.ts'
import type { CollectorOptions, FromSendingThread, SpanRecord, ToSendingThread } from './span-record.ts'

export interface OpenTelemetryOptions extends CollectorOptions {
  sampling: SamplingOptions
}

/** `00-<32 digits>-<16 digits>-<2 digits>`. */
const traceparentLength = 55
/** Spans go to the thread together, because each message costs both sides time. */
const spansPerMessage = 128
const messageDelayMs = 500
/** Above this many unsent spans, new ones are dropped: the thread gets too little processor time. */
const maxSpansUnderway = 4096

/**
 * Traces with OpenTelemetry, in a thread of its own: encoding and sending take longer than recording, and requests would wait
 * for them.
 */
export function createOpenTelemetryTracer({ sampling, ...collector }: OpenTelemetryOptions): Tracer {
  const isInSample = createSampler(sampling)
  const thread = new Worker(new URL('./sending-worker.ts', import.meta.url), {
    workerData: collector,
    execArgv: [],
  })
  // Traces never keep a process running.
  thread.unref()
  const ended = new Promise<void>((resolve) => void thread.once('exit', () => resolve()))
  let isBroken = false
  thread.on('error', (error) => {
    isBroken = true
    process.emitWarning(`No more traces are sent: ${String(error)}`)
  })
  let underway = 0
  thread.on('message', ({ received }: FromSendingThread) => (underway -= received))

  let waiting: SpanRecord[] = []
  let timer: NodeJS.Timeout | undefined

  function post(): void {
    clearTimeout(timer)
    timer = undefined
    underway += waiting.length
    postTo<ToSendingThread>(thread, { spans: waiting })
    waiting = []
  }

  function send(record: SpanRecord): void {
    if (isBroken || underway + waiting.length >= maxSpansUnderway) return
    waiting.push(record)
    if (waiting.length >= spansPerMessage) post()
    else timer ??= setTimeout(post, messageDelayMs).unref()
  }

  return {
    isSampled: (caller) => !isBroken && isInSample(traceIdOf(caller)),
    start: (name, options) => new RecordedSpan(name, options, send),
    recordBrowserSpan: (span) => send({ ...span, isParentRemote: false, isOfBrowser: true, links: [] }),
    async stop() {
      thread.ref()
      post()
      postTo<ToSendingThread>(thread, { stop: true })
      await ended
    },
  }
}

/** Without a full check: almost every request asks, and few are recorded. */
function traceIdOf(traceparent: Traceparent | undefined): string | undefined {
  return traceparent?.length === traceparentLength ? traceparent.slice(3, 35) : undefined
}

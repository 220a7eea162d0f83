import type { browserSpansRoutes } from '@terrace/contracts/browser-spans'
import type { BodyInputOf } from '@terrace/contracts/route'

export type WireSpan = BodyInputOf<typeof browserSpansRoutes.record>['spans'][number]

/** A finished span. Times are those of `performance.now()` until the clock of the server is known. */
export interface FinishedSpan extends Omit<WireSpan, 'started_ms' | 'duration_ms'> {
  startedAt: number
  endedAt: number
  /** Added to a time, gives that of the server. */
  offsetMs?: number | undefined
}

/** What the user did: an action with calls, or opening a page. */
export interface Root {
  spanId: string
  kind: 'action' | 'page'
  name: string
  startedAt: number
}

/** Spans of this page that have the same trace id. */
export interface BrowserTrace {
  id: string
  root: Root | undefined
  /** Span above the calls. */
  parentId: string | undefined
  calls: FinishedSpan[]
  started: number
  open: number
  endedAt: number
  /** As the server says; undefined as long as no response does. */
  isRecorded: boolean | undefined
  /** By the response that spent the least time on the network. */
  clock: { offsetMs: number; networkMs: number } | undefined
  isRootSent: boolean
}

export const newSpanId = (): string => randomHex(8)

function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(values, (value) => value.toString(16).padStart(2, '0')).join('')
}

/** The key of an action names its trace, so that a retry joins it, also after a reload. */
export function traceIdOf(idempotencyKey: string | undefined): string {
  const id = idempotencyKey?.replaceAll('-', '') ?? ''
  return /^[\da-f]{32}$/.test(id) ? id : randomHex(16)
}

export function newTrace(
  id: string,
  { root, parentId = root?.spanId }: { root?: Root | undefined; parentId?: string | undefined },
): BrowserTrace {
  return {
    id,
    root,
    parentId,
    calls: [],
    started: 0,
    open: 0,
    endedAt: 0,
    isRecorded: undefined,
    clock: undefined,
    isRootSent: false,
  }
}

/** Takes the finished spans out of the trace, with its root the first time. */
export function takeSpans(trace: BrowserTrace): FinishedSpan[] {
  const { id, root, calls, endedAt, clock } = trace
  const spans = calls.splice(0)
  if (root && endedAt > 0 && !trace.isRootSent) {
    trace.isRootSent = true
    const { spanId, kind, name, startedAt } = root
    spans.unshift({ trace_id: id, span_id: spanId, kind, name, startedAt, endedAt })
  }
  return spans.map((span) => ({ ...span, offsetMs: clock?.offsetMs }))
}

/**
 * Reads from a response whether its trace is recorded, and from when to when the server worked on it. Half of the remaining
 * time counts as the way there.
 */
export function readResponse(
  trace: BrowserTrace,
  { headers, status }: Response,
  { spanId, sentAt }: { spanId: string; sentAt: number },
): void {
  const timing = /trace;dur=([\d.]+);desc="(\w+) (\d+)"/.exec(headers.get('server-timing') ?? '')
  if (timing?.[2] !== spanId) {
    // A proxy without a server behind it cannot know.
    if (status < 500) trace.isRecorded ??= false
    return
  }
  trace.isRecorded = true
  const [servedMs, startedMs] = [Number(timing[1]), Number(timing[3])]
  const networkMs = Math.max(0, performance.now() - sentAt - servedMs)
  if (trace.clock && trace.clock.networkMs <= networkMs) return
  trace.clock = { offsetMs: startedMs - sentAt - networkMs / 2, networkMs }
}

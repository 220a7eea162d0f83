import { browserSpanLimits, browserSpansPath } from '@terrace/contracts/browser-span-limits'
import type { FinishedSpan, WireSpan } from './browser-trace.ts'

const delayMs = 3000
const maxUndecided = 20
const undecidedMs = 10 * 60_000

/** Collects spans and sends them together. */
export function createSpanQueue(apiBase: string) {
  let waiting: FinishedSpan[] = []
  /** Without a response, it is unknown whether they are recorded. They go along with others; the server sorts them out. */
  let undecided: FinishedSpan[] = []
  let latestOffsetMs: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Sends what is waiting, also while the page goes away. */
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const now = performance.now()
    const recent = undecided.filter(({ endedAt }) => now - endedAt < undecidedMs)
    const spans = [...waiting, ...(waiting.length > 0 ? recent : [])]
    if (spans.length === 0 || latestOffsetMs === undefined) return
    waiting = []
    undecided = []
    for (let index = 0; index < spans.length; index += browserSpanLimits.spans)
      post(
        apiBase,
        spans.slice(index, index + browserSpanLimits.spans).map((span) => toWire(span, latestOffsetMs)),
      )
  }

  return {
    flush,
    add(spans: readonly FinishedSpan[]): void {
      if (spans.length === 0) return
      waiting.push(...spans)
      latestOffsetMs = spans.find(({ offsetMs }) => offsetMs !== undefined)?.offsetMs ?? latestOffsetMs
      if (waiting.length >= browserSpanLimits.spans) flush()
      else timer ??= setTimeout(flush, delayMs)
    },
    addUndecided(spans: readonly FinishedSpan[]): void {
      undecided = [...undecided, ...spans].slice(-maxUndecided)
    },
  }
}

function toWire({ startedAt, endedAt, offsetMs, ...span }: FinishedSpan, latestOffsetMs = 0): WireSpan {
  return {
    ...span,
    started_ms: round(startedAt + (offsetMs ?? latestOffsetMs)),
    duration_ms: Math.min(round(Math.max(0, endedAt - startedAt)), browserSpanLimits.durationMs),
  }
}

const round = (ms: number) => Math.round(ms * 10) / 10

/** Without the session: spans belong to no account. What is lost on the way is not sent again. */
function post(apiBase: string, spans: WireSpan[]): void {
  fetch(apiBase.replace(/\/$/, '') + browserSpansPath, {
    method: 'POST',
    body: JSON.stringify({ spans }),
    headers: { 'content-type': 'application/json' },
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined)
}

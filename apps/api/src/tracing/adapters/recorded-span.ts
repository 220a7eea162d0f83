import { randomHex } from '#api/shared/random-pool.ts'
import type { Span, SpanAttributes, SpanOptions, Traceparent } from '../tracer.port.ts'
import type { SpanRecord } from './span-record.ts'

const traceparentFormat = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/

/**
 * A span as plain data: it is made while a request waits, and all else is done by the thread that sends it. A parent whose
 * `traceparent` cannot be read is left out.
 */
export class RecordedSpan implements Span {
  readonly #record: SpanRecord
  readonly #end: (record: SpanRecord) => void
  /** Not turned back by a correction of the system's clock. */
  readonly #startedAt = performance.now()
  #hasEnded = false

  constructor(name: string, options: SpanOptions, end: (record: SpanRecord) => void) {
    const parent = idsOf(options.parent)
    this.#end = end
    this.#record = {
      traceId: parent?.traceId ?? randomHex(16),
      spanId: randomHex(8),
      parentId: parent?.spanId,
      isParentRemote: options.isParentRemote ?? false,
      isOfBrowser: false,
      name,
      kind: options.kind ?? 'internal',
      startedMs: Date.now(),
      endedMs: 0,
      attributes: { ...options.attributes },
      hasFailed: false,
      links: [],
    }
  }

  get traceId(): string {
    return this.#record.traceId
  }

  get spanId(): string {
    return this.#record.spanId
  }

  get traceparent(): Traceparent {
    return `00-${this.#record.traceId}-${this.#record.spanId}-01`
  }

  set(attributes: SpanAttributes): void {
    Object.assign(this.#record.attributes, attributes)
  }

  fail(error: unknown): void {
    this.#record.hasFailed = true
    // The first cause is more precise than the status that follows from it.
    this.#record.attributes['error.type'] ??= typeOf(error)
  }

  link(other: Span): void {
    this.#record.links.push({ traceId: other.traceId, spanId: other.spanId })
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#record.endedMs = this.#record.startedMs + performance.now() - this.#startedAt
    this.#end(this.#record)
  }
}

function idsOf(parent: SpanOptions['parent']): { traceId: string; spanId: string } | undefined {
  if (typeof parent !== 'string') return parent
  const [, traceId, spanId] = traceparentFormat.exec(parent) ?? []
  const isValid = traceId !== undefined && spanId !== undefined && /[^0]/.test(traceId) && /[^0]/.test(spanId)
  return isValid ? { traceId, spanId } : undefined
}

/** A status, SQLSTATE or error code, otherwise the name of the class. */
function typeOf(error: unknown): string {
  if (typeof error === 'number') return String(error)
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

import { createWorkerQueue } from '#api/shared/concurrency/worker-queue.ts'
import type { QuoteDocument } from './quote-document.ts'

/** Renders in a worker thread, because embedding fonts would block the event loop. */
export const createQuotePdf = createWorkerQueue<QuoteDocument, Uint8Array>(
  new URL('./pdf-worker.ts', import.meta.url),
)

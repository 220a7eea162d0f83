import { createWorkerQueue } from '#api/shared/concurrency/worker-queue.ts'
import type { QuoteDocument } from './quote-document.ts'

/** Renders the PDF in a worker thread, because embedding fonts and writing pages takes a moment. */
export const createQuotePdf = createWorkerQueue<QuoteDocument, Uint8Array>(
  new URL('./pdf-worker.ts', import.meta.url),
)

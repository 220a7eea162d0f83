import { parentPort } from 'node:worker_threads'
import { postTo } from '#api/shared/concurrency/thread-port.ts'
import { renderQuotePdf } from './render-quote-pdf.ts'
import type { QuoteDocument } from './quote-document.ts'

// An unhandled error ends the thread, and the worker queue rejects the pending request.
async function render(document: QuoteDocument): Promise<void> {
  postTo(parentPort, await renderQuotePdf(document))
}

parentPort?.on('message', (document: QuoteDocument) => void render(document))

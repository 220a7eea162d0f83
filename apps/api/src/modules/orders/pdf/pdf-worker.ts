import { parentPort } from 'node:worker_threads'
import { postTo } from '#api/shared/concurrency/thread-port.ts'
import { renderOrderPdf } from './render-order-pdf.ts'
import type { OrderDocument } from './order-document.ts'

// An unhandled error ends the thread, and the worker queue rejects the pending request.
async function render(document: OrderDocument): Promise<void> {
  postTo(parentPort, await renderOrderPdf(document))
}

parentPort?.on('message', (document: OrderDocument) => void render(document))

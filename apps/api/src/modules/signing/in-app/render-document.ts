import { createWorkerQueue } from '#api/shared/concurrency/worker-queue.ts'
import type { Certificate, SignedDocument } from './document.ts'
import type { LegalText } from './legal-text.ts'

export interface DocumentJob {
  terms: LegalText
  certificate: Certificate
}

export interface RenderedDocument extends SignedDocument {
  /** The unsigned terms. */
  source: Uint8Array
}

const run = createWorkerQueue<DocumentJob, RenderedDocument>(new URL('./document-worker.ts', import.meta.url))

/** Renders a signed document in a worker thread: embedding fonts and saving the PDF takes a second. */
export const renderDocument = (terms: LegalText, certificate: Certificate): Promise<RenderedDocument> =>
  run({ terms, certificate })

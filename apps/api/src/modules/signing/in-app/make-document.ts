import { sideThread } from '../../../shared/side-thread.ts'
import type { Certificate, SignedDocument } from './document.ts'
import type { LegalText } from './legal-text.ts'

export interface DocumentJob {
  terms: LegalText
  facts: Certificate
}

export interface MadeDocument extends SignedDocument {
  /** The terms as they were before they were signed. */
  source: Uint8Array
}

const run = sideThread<DocumentJob, MadeDocument>(new URL('./document-worker.ts', import.meta.url))

/** Makes a signed document in a thread of its own: reading fonts and packing pages takes a second. */
export const makeDocument = (terms: LegalText, facts: Certificate): Promise<MadeDocument> =>
  run({ terms, facts })

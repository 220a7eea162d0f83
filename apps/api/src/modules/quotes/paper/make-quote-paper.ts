import { sideThread } from '../../../shared/side-thread.ts'
import type { QuotePaper } from './quote-paper.ts'

/** The quote as a PDF, made in a thread of its own: reading fonts and packing pages takes a moment. */
export const makeQuotePaper = sideThread<QuotePaper, Uint8Array>(
  new URL('./paper-worker.ts', import.meta.url),
)

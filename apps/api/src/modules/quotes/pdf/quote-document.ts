import type { WireClientQuote } from '@terrace/contracts/quote-page'

/** Input of a quote PDF, with the same content as the public page. */
export interface QuoteDocument {
  quote: WireClientQuote
  /** Total number of offers, including those that only the link shows. */
  offerCount: number
  /** `null` when the link can't be recovered. */
  link: string | null
  /** PNG. */
  logo: Uint8Array | null
  createdAt: Date
}

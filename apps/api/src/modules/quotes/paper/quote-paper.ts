import type { WireVisitorQuote } from '@terrace/contracts/quote-page'

/** A quote as it is put on paper: what its client is shown of it, and nothing else. */
export interface QuotePaper {
  shown: WireVisitorQuote
  /** How many offers there are in all; what is not on the paper is behind the link. */
  total: number
  /** Null where nobody can tell it any more. */
  link: string | null
  /** PNG. */
  logo: Uint8Array | null
  madeAt: Date
}

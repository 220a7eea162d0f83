/** Fees in percent: what buyers pay on top of a price, and what is deducted from it, if the user sees that. */
export interface Fees {
  service: string
  seller: string | null
}

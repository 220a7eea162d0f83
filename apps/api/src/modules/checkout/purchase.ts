/** What a buyer asks to pay for, as the payload of spec §3 has it; amounts are decimal strings that the server checks. */
export interface Purchase {
  cardToken: string
  /** Where the purchase comes from a quote: the last part of its link. */
  quoteSlug: string | undefined
  totalTicketsPrice: string
  totalServiceFee: string
  email: string
  phone: string
  lines: readonly PurchaseLine[]
}

export interface PurchaseLine {
  listingId: string
  holdId: string
  quantity: number
  /** Proceed price of one ticket. */
  ticketPrice: string
  /** Fee of one ticket. */
  serviceFee: string
}

/** Details found on a quote that the client book does not have. */
export interface ProposedDetails {
  /** Who typed them. */
  source: 'broker' | 'visitor'
  /** The client to change or to link; `null` proposes a new one. */
  clientId: string | null
  /** Empty: not proposed. */
  name: string
  email: string
}

export interface ClientProposal extends ProposedDetails {
  id: string
  /** Where the details were found: a quote or an order. */
  quoteId: string | null
  orderId: string | null
  proposedAt: Date
}

export type ProposalOrigin = { quoteId: string } | { orderId: string }

export interface NewProposal extends ProposedDetails {
  id: string
  /** It only links a quote to a client, so it is about this quote alone. */
  isLinkOnly: boolean
  proposedAt: Date
}

import type { HeldTickets } from '../fixtures/purchase-body.ts'
import type { Caller } from '../harness/build-test-app.ts'

/** Ids of everything that a team can have. */
export interface TeamRecords {
  owner: Caller
  member: Caller
  hold: HeldTickets
  orderId: string
  lineId: string
  ticketId: string
  mobileTicketId: string
  attemptId: string
  cardId: string
  setupId: string
  sessionId: string
  memberId: string
  invitationId: string
  notificationId: string
  channel: string
  /** An open quote, a withdrawn one, and a listing to hold for them. */
  quoteId: string
  quoteSlug: string
  withdrawnQuoteId: string
  quotedListingId: string
  clientId: string
  proposalId: string
  savedSearchId: string
  personId: string
  calendarId: string
  exportId: string
}

export interface TeamCall {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** 404 unless the contract declares another response for unknown ids. */
  status?: number
}

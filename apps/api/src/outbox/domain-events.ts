/**
 * What happened, in the past tense, written to the outbox in the transaction that made it so. Subscribers import no
 * module, so each event carries what they need.
 */
export type DomainEvent =
  | ListingEvent
  | HoldEvent
  /** How a team's quotes look or behave is not what it was. */
  | { topic: 'quote_settings.changed'; subject: string; payload: { teamId: string } }
  | QuoteEvent
  /** A letter with the link is to go to a client. */
  | { topic: 'quote.sent'; subject: string; payload: { quoteId: string; teamId: string; letterId: string } }
  | {
      topic: 'event.added' | 'event.rescheduled' | 'event.cancelled'
      subject: string
      payload: { eventId: number }
    }
  /**
   * Whatever is kept of the event and its listings must be read anew: its date, its standing, a name that they show. Written
   * by triggers on the tables that hold these, beside what a command tells; and where all of its stock was replaced.
   */
  | { topic: 'feed.stale'; subject: string; payload: { eventId: number } }
  /** Written by triggers on the catalogue's tables: what of it is searched has changed. No ids: very much has. */
  | { topic: 'search.stale'; subject: string; payload: { eventIds: number[] | null } }
  /** Written by HTTP into an index; no ids: all of it. */
  | {
      topic: 'search.written'
      subject: string
      payload: { origin: string; index: string; ids: string[] | null }
    }
  | { topic: 'order.placed'; subject: string; payload: OrderPlaced }
  /** Something of a line was delivered, all of it was, it was cancelled, or its money is back; the subject is the order. */
  | {
      topic: 'order.tickets_added' | 'order.line_fulfilled' | 'order.line_cancelled' | 'order.line_refunded'
      subject: string
      payload: OrderLineMoved
    }
  /** The money of a line cannot go back the way that it came. `wasPaid`: it did go, and the bank has sent it back. */
  | { topic: 'order.refund_failed'; subject: string; payload: OrderLineMoved & { wasPaid: boolean } }
  | { topic: 'order.issue_reported'; subject: string; payload: OrderLineMoved & { reportId: string } }
  /** The buyer's bank wants the money of a purchase back; `moved`: it has decided, or the provider has moved money for it. */
  | {
      topic: 'payment.disputed' | 'payment.dispute_moved'
      subject: string
      payload: { attemptId: string; teamId: string; disputeId: string }
    }
  | { topic: 'checkout.refunded'; subject: string; payload: { attemptId: string; teamId: string } }
  /** What a team fills in at the checkout is not what it was; the subject is the team. */
  | { topic: 'checkout.draft_kept'; subject: string; payload: { teamId: string } }
  /** Sockets of all processes; `orders` are the realtime module's own. */
  | {
      topic: 'realtime.message'
      subject: string
      payload: { origin: string; orders: readonly object[] }
    }
  /** `channels` are those of the sign-ups that wait for it. */
  | {
      topic: 'signing.completed'
      subject: string
      payload: { provider: string; envelopeId: string; email: string; channels: string[] }
    }
  | {
      topic: 'session.revoked'
      subject: string
      payload: { sessionId: string; accountId: string }
    }
  /** Says whether anybody has the address as little as the request's answer does. */
  | { topic: 'password_reset.requested'; subject: string; payload: { resetId: string } }
  | {
      topic: 'account.signed_up'
      subject: string
      payload: { accountId: string; status: 'pending' | 'active' }
    }
  | { topic: 'account.approved'; subject: string; payload: { accountId: string } }
  | { topic: 'email_verification.requested'; subject: string; payload: { verificationId: string } }
  /** A mark was put on the listing or taken off; it is the account's own, so the stock of no event has changed. */
  | {
      topic: 'listing.tracked' | 'listing.untracked'
      subject: string
      payload: { accountId: string; teamId: string }
    }
  /** An account is to be told something of listings that it tracks: its alerts of that moment say what, and how. */
  | {
      topic: 'tracking.alerted'
      subject: string
      payload: { accountId: string; teamId: string; at: string }
    }
  | { topic: 'team.invited'; subject: string; payload: { letterId: string } }
  | { topic: 'team.member_removed' | 'team.member_left'; subject: string; payload: { accountId: string } }
  | { topic: 'password.changed'; subject: string; payload: { accountId: string } }

/** Whatever changes what a buyer sees of one listing. */
export const listingTopics = [
  'listing.published',
  'listing.revised',
  'listing.withdrawn',
  'hold.placed',
  'hold.released',
  'hold.paying',
  'hold.returned',
  'hold.sold',
  'hold.expired',
] as const

interface ListingEvent {
  topic: 'listing.published' | 'listing.revised' | 'listing.withdrawn'
  /** The listing's id. */
  subject: string
  payload: { eventId: number; listingId: string; version: number }
}

interface HoldEvent {
  /** `hold.expired`: its time has run out. The tickets were free from that moment; this tells of it within a second or so. */
  topic: 'hold.placed' | 'hold.released' | 'hold.paying' | 'hold.returned' | 'hold.sold' | 'hold.expired'
  /** The listing's id: order is kept per listing. */
  subject: string
  payload: {
    eventId: number
    listingId: string
    holdId: string
    teamId: string
    quantity: number
    /** The listing's, after this change. */
    version: number
  }
}

/** Without the event's id: it would say that the event's stock has changed, which no quote does by itself. */
interface QuoteEvent {
  /**
   * `viewed`: the first view, then at most one an hour, for the broker is told of it. `changed`: anything else that makes
   * the quote another one: made, withdrawn, revived, extended, sent, priced anew, ordered.
   */
  topic: 'quote.viewed' | 'quote.accepted' | 'quote.declined' | 'quote.changed'
  /** The quote's id. */
  subject: string
  payload: { quoteId: string; teamId: string }
}

/** Whatever changes what stands on the page of a quote, beside the stock of its event. */
export const quoteTopics = ['quote.changed', 'quote.accepted', 'quote.declined'] as const

export interface OrderPlaced {
  /** The payment came after its time, and the stock was taken once more: the buyer is told. */
  isRetaken?: true
  orderId: string
  number: string
  teamId: string
  accountId: string
  eventIds: number[]
}

export interface OrderLineMoved {
  orderId: string
  lineId: string
  /** The buying team. */
  teamId: string
  sellerTeamId: string
}

export type Topic = DomainEvent['topic']

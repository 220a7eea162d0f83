/**
 * Events, written to the outbox in the transaction they describe. Domain events are named in the past tense; `*.stale`
 * makes caches reload, and `realtime.message` carries socket commands. Subscribers import no module, so each event
 * carries what they need.
 */
export type DomainEvent =
  | ListingEvent
  | HoldEvent
  /** A release was scheduled or cancelled, or the note changed. Stock did not change, so only the team is notified. */
  | {
      topic: 'hold.release_scheduled' | 'hold.release_cancelled' | 'hold.note_changed'
      subject: string
      payload: { holdId: string; teamId: string }
    }
  /**
   * Plural: for teams, where `hold.payment_started` is for one hold. One event for all payments of a call that reserve no
   * tickets for longer, so that buyers see no difference.
   */
  | { topic: 'hold.payments_started'; subject: string; payload: { teamIds: string[] } }
  | { topic: 'quote_settings.changed'; subject: string; payload: { teamId: string } }
  | QuoteEvent
  /** An email with the link will be sent to a client. */
  | {
      topic: 'quote.email_requested'
      subject: string
      payload: { quoteId: string; teamId: string; emailId: string }
    }
  /** A quote was sent or shared, and its client has not opened it in time. */
  | { topic: 'quote.unopened'; subject: string; payload: { quoteId: string; teamId: string } }
  | {
      topic: 'event.added' | 'event.rescheduled' | 'event.cancelled'
      subject: string
      payload: { eventId: number }
    }
  /** Tickets that a seller keeps off sale go back on sale soon. `listingIds` has some of the `count` listings. */
  | {
      topic: 'supply.own_holds_ending'
      subject: string
      payload: { teamId: string; listingIds: string[]; count: number }
    }
  /** A rule of the operator took listings off sale. `listingIds` has some of the `count` listings. */
  | {
      topic: 'supply.listings_refused'
      subject: string
      payload: { teamId: string; listingIds: string[]; count: number; reason: string }
    }
  /**
   * Everything cached for the event and its listings must be reloaded. Written by triggers on the tables behind the
   * feed, and when all stock of the event was replaced.
   */
  | { topic: 'feed.stale'; subject: string; payload: { eventId: number } }
  /** Searchable catalogue data changed; `null` instead of ids when too many events changed. Written by triggers. */
  | { topic: 'search.stale'; subject: string; payload: { eventIds: number[] | null } }
  /** Records were written to an index over HTTP; without ids, the whole index changed. */
  | {
      topic: 'search.records_changed'
      subject: string
      payload: { origin: string; index: string; ids: string[] | null }
    }
  | { topic: 'order.placed'; subject: string; payload: OrderPlaced }
  /** One for each member of a selling team who gets an email about the sale. The subject is the order. */
  | {
      topic: 'order.sold'
      subject: string
      payload: { orderId: string; teamId: string; accountId: string }
    }
  /** A line was delivered in part or in full, cancelled or refunded. The subject is the order. */
  | {
      topic:
        | 'order.line_partially_delivered'
        | 'order.line_delivered'
        | 'order.line_cancelled'
        | 'order.line_refunded'
      subject: string
      payload: OrderLineChanged
    }
  /** The team's own reference or note changed, or the client. */
  | {
      topic: 'order.details_changed' | 'order.client_changed'
      subject: string
      payload: { orderId: string; teamId: string }
    }
  /** The refund of a line failed. `wasPaid`: it was paid, and the bank returned the money. */
  | { topic: 'order.refund_failed'; subject: string; payload: OrderLineChanged & { wasPaid: boolean } }
  | { topic: 'order.issue_reported'; subject: string; payload: OrderLineChanged & { reportId: string } }
  /** A dispute was opened, or (`payment.dispute_updated`) decided by the bank or settled by the gateway. */
  | {
      topic: 'payment.disputed' | 'payment.dispute_updated'
      subject: string
      payload: { attemptId: string; teamId: string; disputeId: string }
    }
  /** A checkout ended after its payment was voided or refunded: no order was placed, or the order was reversed. */
  | { topic: 'checkout.refunded'; subject: string; payload: { attemptId: string; teamId: string } }
  /** The team's checkout form changed. The subject is the team. */
  | { topic: 'checkout.draft_saved'; subject: string; payload: { teamId: string } }
  /** Commands to the sockets of all processes. */
  | {
      topic: 'realtime.message'
      subject: string
      payload: { origin: string; commands: readonly object[] }
    }
  /** `channels`: one for each sign-up that waits for this signature. */
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
  /** Like the response, it does not reveal whether the address belongs to an account. */
  | { topic: 'password_reset.requested'; subject: string; payload: { resetId: string } }
  | {
      topic: 'account.signed_up'
      subject: string
      payload: { accountId: string; status: 'pending' | 'active' }
    }
  /** The account gets a last email. */
  | { topic: 'account.closed'; subject: string; payload: { accountId: string } }
  | { topic: 'account.approved'; subject: string; payload: { accountId: string } }
  | { topic: 'email_verification.requested'; subject: string; payload: { verificationId: string } }
  /** Like the response, it does not reveal whether the address belongs to an account. */
  | {
      topic: 'email_change.requested' | 'account.email_changed'
      subject: string
      payload: { changeId: string }
    }
  /**
   * Fields changed that only the team sees, or the listings are off sale, so buyers are not notified. `null`: too many
   * listings to name. The subject is the team.
   */
  | { topic: 'inventory.changed'; subject: string; payload: { teamId: string; listingIds: string[] | null } }
  /** A listing was tracked or untracked. Tracking belongs to the account, so no event's stock changed. */
  | {
      topic: 'listing.tracked' | 'listing.untracked'
      subject: string
      payload: { accountId: string; teamId: string }
    }
  /** An account has alerts for listings that it tracks; the stored alerts carry the details. */
  | {
      topic: 'tracking.alerted'
      subject: string
      payload: { accountId: string; teamId: string; at: string }
    }
  /** Alerts of a saved search were switched on. Current matches are not reported. */
  | {
      topic: 'saved_search.alerts_switched_on'
      subject: string
      payload: { eventId: number; searchId: string }
    }
  /** Listings started to match a saved search; the stored alert carries the details. */
  | {
      topic: 'saved_search.matched'
      subject: string
      payload: { accountId: string; teamId: string; alertId: string }
    }
  /** The account's display preferences, notifications or home items changed. */
  | {
      topic: 'account.preferences_changed' | 'account.attention_changed'
      subject: string
      payload: { accountId: string; teamId: string }
    }
  /** One event for all accounts that got notifications at the same time. */
  | {
      topic: 'account.notifications_changed'
      subject: string
      payload: { accounts: { accountId: string; teamId: string }[] }
    }
  | { topic: 'seller.application_submitted'; subject: string; payload: { teamId: string } }
  /** One for each owner, who gets an email. */
  | {
      topic: 'seller.account_changed'
      subject: string
      payload: { accountId: string; teamId: string; change: SellerAccountChange }
    }
  /** A seller asks to change its details; operators get an email. */
  | { topic: 'seller.change_submitted'; subject: string; payload: { teamId: string } }
  | {
      topic: 'seller.bank_account_changed' | 'seller.change_requested'
      subject: string
      payload: { accountId: string; teamId: string }
    }
  /** The seller permissions of a member changed. */
  | {
      topic: 'team.permissions_changed'
      subject: string
      payload: { accountId: string; teamId: string }
    }
  /** Permissions in the team changed otherwise: a member's role changed, or whether the team may sell. */
  | { topic: 'team.access_changed'; subject: string; payload: { teamId: string } }
  /**
   * A price rule reacted to other automatic price changes in a loop and was stopped, or with `isPause` paused for some
   * listings. The event does not name the other teams.
   */
  | {
      topic: 'price_rule.stopped'
      subject: string
      payload: { ruleId: string; teamId: string; isPause: boolean }
    }
  | { topic: 'team.invited'; subject: string; payload: { emailId: string } }
  | { topic: 'team.member_removed' | 'team.member_left'; subject: string; payload: { accountId: string } }
  | {
      topic: 'account.security_changed'
      subject: string
      payload: { accountId: string; change: SecurityChange }
    }
  /** A login from a device that the account has not used before. */
  | {
      topic: 'account.new_device_used'
      subject: string
      payload: { accountId: string; sessionId: string }
    }
  /** The account's team requires a second factor as of `from`. */
  | {
      topic: 'account.second_factor_requested'
      subject: string
      payload: { accountId: string; from: string }
    }
  | { topic: 'password.changed'; subject: string; payload: { accountId: string } }
  /** A seller must know or decide something about inventory files. One event for each owner of the team. */
  | { topic: 'inventory.notice'; subject: string; payload: InventoryNotice }

export interface InventoryNotice {
  accountId: string
  teamId: string
  title: string
  detail: string
  /** Path of the page about it. */
  link: string
  /** 'security': about access; never only a notification. */
  kind: 'file' | 'security'
}

/** What changed in a seller account: an operator's decision or, with `details_changed`, a change by the team itself. */
export const sellerAccountChanges = [
  'approved',
  'declined',
  /** The operator asks for more information before deciding on the application. */
  'information_wanted',
  'limits_changed',
  'suspended',
  'resumed',
  'details_changed',
  'change_approved',
  'change_declined',
] as const
export type SellerAccountChange = (typeof sellerAccountChanges)[number]

/** Topics that change how a buyer sees one listing. */
export const listingTopics = [
  'listing.published',
  'listing.updated',
  'listing.withdrawn',
  'hold.placed',
  'hold.released',
  'hold.payment_started',
  'hold.reactivated',
  'hold.sold',
  'hold.expired',
] as const

interface ListingEvent {
  topic: 'listing.published' | 'listing.updated' | 'listing.withdrawn'
  subject: string
  payload: { eventId: number; listingId: string; version: number }
}

interface HoldEvent {
  /**
   * `hold.payment_started`: singular, for one hold. A payment started that reserves this hold's tickets, or others of its
   * listing, for longer; those that do not share one `hold.payments_started`. `hold.expired` is published within about a
   * second of the expiry, but the tickets are free from the expiry itself on.
   */
  topic:
    | 'hold.placed'
    | 'hold.released'
    | 'hold.payment_started'
    | 'hold.reactivated'
    | 'hold.sold'
    | 'hold.expired'
  /** Listing id: events are ordered per listing. */
  subject: string
  payload: {
    eventId: number
    listingId: string
    holdId: string
    teamId: string
    quantity: number
    /** Version of the listing after this change. */
    version: number
  }
}

/** Carries no event id, because quotes do not change the event's stock. */
interface QuoteEvent {
  /**
   * `viewed`: the first view, then at most one per hour, because it notifies the broker. `changed`: created,
   * withdrawn, reopened, extended, sent, repriced or ordered.
   */
  topic: 'quote.viewed' | 'quote.accepted' | 'quote.declined' | 'quote.changed'
  subject: string
  payload: { quoteId: string; teamId: string }
}

/** Topics that change the quote page, apart from the event's stock. */
export const quoteTopics = ['quote.changed', 'quote.accepted', 'quote.declined'] as const

export interface OrderPlaced {
  /** The payment arrived after the hold had expired. The tickets were still free, so they were sold; the email says so. */
  hadExpiredHolds?: true
  /** Of the buyer's request, if it is traced: one statement places the orders of several buyers. */
  traceparent?: string
  orderId: string
  number: string
  teamId: string
  accountId: string
  eventIds: number[]
}

export interface OrderLineChanged {
  orderId: string
  lineId: string
  /** The buying team. */
  teamId: string
  sellerTeamId: string
}

/** Changes of an account's security, and attacks on it; its owner gets an email. */
export const securityChanges = [
  'passkey_added',
  'passkey_removed',
  'authenticator_app_added',
  'authenticator_app_removed',
  'recovery_codes_created',
  'recovery_code_used',
  'second_factors_removed',
  'suspended',
  'reinstated',
  'sessions_ended',
  'password_replaced',
  'data_export_requested',
  'data_export_ready',
  'wrong_codes',
] as const
export type SecurityChange = (typeof securityChanges)[number]

export type Topic = DomainEvent['topic']

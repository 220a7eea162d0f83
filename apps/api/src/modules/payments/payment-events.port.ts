import type { IncomingHttpHeaders } from 'node:http'

/**
 * What a provider tells us unasked. It may come twice, late and out of order, so that it is never more than a hint whom to ask:
 * nothing that stands in it is believed but the name.
 */
export interface PaymentEvent {
  /** The provider's name of the event, `evt_…`; a repeat has the same. */
  id: string
  /** The provider's name of its kind, such as `payment_intent.succeeded`. */
  type: string
  /** What to ask about; null where it is nothing of ours. */
  about:
    | { kind: 'payment'; intentId: string }
    | { kind: 'setup'; setupId: string }
    /** The saved cards of a customer have changed. */
    | { kind: 'cards'; customerId: string }
    | { kind: 'refund'; refundId: string }
    | { kind: 'dispute'; disputeId: string }
    | null
}

export type EventReading =
  | { kind: 'event'; event: PaymentEvent }
  /** Not signed with our secret, or too old: nothing of it may be used. */
  | { kind: 'refused' }
  | { kind: 'unreadable' }

export interface PaymentEvents {
  /** `raw` is the body as it came over the wire, to the byte. */
  readEvent(raw: Buffer, headers: IncomingHttpHeaders): Promise<EventReading>
}

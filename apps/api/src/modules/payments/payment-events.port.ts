import type { IncomingHttpHeaders } from 'node:http'

/**
 * An event from the gateway. It may arrive twice, late or out of order, so only the ids in it are used; the current
 * state is fetched from the gateway.
 */
export interface PaymentEvent {
  /** Event id, `evt_…`; the same for every delivery. */
  id: string
  /** Event type, such as `payment_intent.succeeded`. */
  type: string
  /** The object to fetch; `null` if the event does not concern Terrace. */
  about:
    | { kind: 'payment'; gatewayPaymentId: string }
    | { kind: 'setup'; setupId: string }
    /** The customer's saved cards have changed. */
    | { kind: 'cards'; customerId: string }
    | { kind: 'refund'; refundId: string }
    | { kind: 'dispute'; disputeId: string }
    | null
}

export type WebhookReadResult =
  | { kind: 'event'; event: PaymentEvent }
  /** Unsigned or too old: its content must not be used. */
  | { kind: 'invalid_signature' }
  | { kind: 'unreadable' }

export interface PaymentEvents {
  /** `raw` is the unparsed request body. */
  readEvent(raw: Buffer, headers: IncomingHttpHeaders): Promise<WebhookReadResult>
}

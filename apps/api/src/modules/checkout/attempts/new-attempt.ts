import type { Totals } from '@terrace/domain/money/service-fee'
import type { Traceparent } from '#api/tracing/tracer.port.ts'
import type { HoldDetails } from '#api/modules/holds/index.ts'
import type { CheckoutAttempt } from './checkout-attempt.ts'

/** An attempt that is about to be stored, with the first lease. */
export interface NewAttempt {
  id: string
  teamId: string
  accountId: string
  gateway: string
  cardToken: string
  customerId: string | null
  savesCard: boolean
  totals: Totals
  email: string
  phone: string
  quoteId: string | null
  reference: string | null
  internalNote: string | null
  client: { id: string | null; name: string } | null
  /** As they were read; the attempt starts only if they are unchanged. */
  holds: readonly HoldDetails[]
  /** Encrypted, by hold id. */
  attendees: ReadonlyMap<string, Buffer>
  leaseOwner: string
  leaseSeconds: number
  traceparent: Traceparent | undefined
}

/** The attempt as it was just stored. */
export function startedAttempt(attempt: NewAttempt, holdsExtendedUntil: Date): CheckoutAttempt {
  return {
    id: attempt.id,
    teamId: attempt.teamId,
    accountId: attempt.accountId,
    state: 'created',
    gatewayPaymentId: null,
    cardToken: attempt.cardToken,
    customerId: attempt.customerId,
    savesCard: attempt.savesCard,
    nextAction: null,
    failure: null,
    amount: attempt.totals.total,
    email: attempt.email,
    phone: attempt.phone,
    quoteId: attempt.quoteId,
    reference: attempt.reference,
    internalNote: attempt.internalNote,
    client: attempt.client,
    holdsExtendedUntil,
    isHoldExtensionOver: false,
    isRecent: true,
    hasAttendees: attempt.attendees.size > 0,
    listingIds: [...new Set(attempt.holds.map(({ listingId }) => listingId))],
    traceparent: attempt.traceparent ?? null,
  }
}

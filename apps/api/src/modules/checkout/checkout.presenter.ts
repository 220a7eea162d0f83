import type { WireAttempt, WireOpenAttempt } from '@terrace/contracts/checkout'
import type { AttemptState } from '@terrace/domain/lifecycles/attempt-lifecycle'
import { presentOrder, type Order } from '#api/modules/orders/index.ts'
import type { CheckoutAttempt } from './attempts/checkout-attempt.ts'
import type { OpenAttempt } from './attempts/open-attempts.repo.ts'

const wireStatus = {
  created: 'processing',
  authorising: 'processing',
  requires_action: 'requires_action',
  authorised: 'processing',
  capturing: 'processing',
  confirmed: 'confirmed',
  declined: 'declined',
  refunded: 'refunded',
  cancelled: 'cancelled',
} as const satisfies Record<AttemptState, WireAttempt['status']>

const timedOutReason = 'The payment wasn’t completed in time. Nothing was charged.'

/** The order is included only once it is paid (product.md §12.2). */
export function presentAttempt(attempt: CheckoutAttempt, order: Order | undefined): WireAttempt {
  const { state, failure, nextAction, holdsExtendedUntil } = attempt
  const isFailed = state === 'declined' || state === 'refunded'
  return {
    status: wireStatus[state],
    attempt_id: attempt.id,
    ...(state === 'confirmed' && order && { order: presentOrder(order) }),
    ...(state === 'requires_action' && nextAction && { next_action: nextAction }),
    ...(state === 'requires_action' && { held_until: holdsExtendedUntil.toISOString() }),
    ...(isFailed && failure && { reason: failure.message }),
    ...(state === 'declined' && failure && { decline_code: failure.declineCode ?? failure.code }),
    ...(state === 'cancelled' && { reason: timedOutReason }),
  }
}

export function presentOpenAttempt({ attempt, startedAt, holdIds }: OpenAttempt): WireOpenAttempt {
  return { ...presentAttempt(attempt, undefined), started_at: startedAt.toISOString(), hold_ids: holdIds }
}

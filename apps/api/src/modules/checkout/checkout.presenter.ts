import type { WireAttempt, WireOpenAttempt } from '@terrace/contracts/checkout'
import type { AttemptState } from '@terrace/domain/checkout-lifecycle'
import { presentOrder, type Order } from '../orders/index.ts'
import type { CheckoutAttempt } from './checkout-attempt.ts'
import type { OpenAttempt } from './open-attempts.repo.ts'

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

const notInTime = 'The payment was not completed in time. Nothing was charged.'

/** Where a checkout stands (product.md §12); the order only once it is paid. */
export function presentAttempt(attempt: CheckoutAttempt, order: Order | undefined): WireAttempt {
  const { state, failure, nextAction, leaseUntil } = attempt
  const isFailed = state === 'declined' || state === 'refunded'
  return {
    status: wireStatus[state],
    attempt_id: attempt.id,
    ...(state === 'confirmed' && order && { order: presentOrder(order) }),
    ...(state === 'requires_action' && nextAction && { next_action: nextAction }),
    ...(state === 'requires_action' && { held_until: leaseUntil.toISOString() }),
    ...(isFailed && failure && { reason: failure.message }),
    ...(state === 'declined' && failure && { decline_code: failure.declineCode ?? failure.code }),
    ...(state === 'cancelled' && { reason: notInTime }),
  }
}

/** A payment that is under way, for the team's other tabs and devices. */
export function presentOpenAttempt({ attempt, startedAt, holdIds }: OpenAttempt): WireOpenAttempt {
  return { ...presentAttempt(attempt, undefined), started_at: startedAt.toISOString(), hold_ids: holdIds }
}

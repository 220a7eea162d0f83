/**
 * A point between "Pay" and "confirmed" where the process may crash (ADR 0004), named by the pending gateway call.
 */
export interface CrashPoint {
  on: 'create' | 'confirm' | 'capture'
  kind: 'wait_before' | 'wait_after'
  /** Last step before the crash. */
  after: string
  /** State of the attempt and the payment at this point. */
  attempt: string
  payment: string
}

/** In the order of a purchase. */
export const crashPoints: readonly CrashPoint[] = [
  {
    after: 'the attempt was saved, the gateway not yet called',
    on: 'create',
    kind: 'wait_before',
    attempt: 'created',
    payment: 'none',
  },
  {
    after: 'the payment was created, its id not yet saved',
    on: 'create',
    kind: 'wait_after',
    attempt: 'created',
    payment: 'requires_payment_method',
  },
  {
    after: 'the payment id was saved, the amount not yet authorised',
    on: 'confirm',
    kind: 'wait_before',
    attempt: 'authorising',
    payment: 'requires_payment_method',
  },
  {
    after: 'the amount was authorised, the order not yet saved',
    on: 'confirm',
    kind: 'wait_after',
    attempt: 'authorising',
    payment: 'requires_capture',
  },
  {
    after: 'the order was saved, the payment not yet captured',
    on: 'capture',
    kind: 'wait_before',
    attempt: 'capturing',
    payment: 'requires_capture',
  },
  {
    after: 'the payment was captured, the attempt not yet confirmed',
    on: 'capture',
    kind: 'wait_after',
    attempt: 'capturing',
    payment: 'succeeded',
  },
]

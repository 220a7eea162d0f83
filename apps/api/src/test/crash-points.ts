import type { Fault } from '../modules/payments/sandbox/faults.ts'

/** Where a process may die between "Pay" and "confirmed" (ADR 0004), by the call of the provider that it then waits at. */
export interface CrashPoint {
  on: Extract<Fault['on'], 'create' | 'confirm' | 'capture'>
  kind: 'wait_before' | 'wait_after'
  /** What had been done when the process died. */
  after: string
  /** How the attempt and the payment stand at this point. */
  attempt: string
  intent: string
  /** What the attempt must become. */
  becomes: 'confirmed' | 'cancelled'
}

/** In the order in which a purchase passes them. */
export const crashPoints: readonly CrashPoint[] = [
  {
    after: 'the attempt was written, nothing was asked of the provider',
    on: 'create',
    kind: 'wait_before',
    attempt: 'created',
    intent: 'none',
    becomes: 'cancelled',
  },
  {
    after: 'the payment was announced, its name not yet stored',
    on: 'create',
    kind: 'wait_after',
    attempt: 'created',
    intent: 'requires_payment_method',
    becomes: 'cancelled',
  },
  {
    after: 'the name of the payment was stored, the card not yet charged',
    on: 'confirm',
    kind: 'wait_before',
    attempt: 'authorising',
    intent: 'requires_payment_method',
    becomes: 'cancelled',
  },
  {
    after: 'the card was charged, no order was written',
    on: 'confirm',
    kind: 'wait_after',
    attempt: 'authorising',
    intent: 'requires_capture',
    becomes: 'confirmed',
  },
  {
    after: 'the order was written, the money not yet taken',
    on: 'capture',
    kind: 'wait_before',
    attempt: 'capturing',
    intent: 'requires_capture',
    becomes: 'confirmed',
  },
  {
    after: 'the money was taken, the attempt not yet confirmed',
    on: 'capture',
    kind: 'wait_after',
    attempt: 'capturing',
    intent: 'succeeded',
    becomes: 'confirmed',
  },
]

import { isAttemptFinal, type AttemptState } from '@terrace/domain/lifecycles/attempt-lifecycle'
import type pg from 'pg'
import { leaseSeconds } from '../attempts/checkout-attempts.repo.ts'

export interface AttemptMove {
  attemptId: string
  from: AttemptState
  to: AttemptState
  /** The payment's id, once the gateway has created it. */
  gatewayPaymentId: string | null
}

/** `isMoved` is false if another process has changed the state. */
export interface MoveResult {
  isMoved: boolean
  isHoldExtensionOver: boolean
}

/** Moves attempts of several buyers in one round trip. Returns results in request order. */
export async function advanceAttempts(pool: pg.Pool, moves: readonly AttemptMove[]): Promise<MoveResult[]> {
  const { rows } = await pool.query<{ id: string; is_hold_extension_over: boolean }>({
    name: 'advance_attempts',
    text: 'select * from advance_attempts($1, $2, $3, $4, $5)',
    values: [
      moves.map(({ attemptId }) => attemptId),
      moves.map(({ from }) => from),
      moves.map(({ to }) => to),
      moves.map(({ gatewayPaymentId }) => gatewayPaymentId),
      moves.map(({ to }) => (isAttemptFinal(to) ? null : leaseSeconds)),
    ],
  })
  const moved = new Map(rows.map((row) => [row.id, row.is_hold_extension_over]))
  return moves.map(({ attemptId }) => ({
    isMoved: moved.has(attemptId),
    isHoldExtensionOver: moved.get(attemptId) ?? false,
  }))
}

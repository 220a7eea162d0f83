import { isAttemptFinal, type AttemptState } from '@terrace/domain/lifecycles/attempt-lifecycle'
import type pg from 'pg'
import { leaseSeconds } from '../attempts/checkout-attempts.repo.ts'

export interface AdvanceRequest {
  attemptId: string
  from: AttemptState
  to: AttemptState
  /** The payment's id, once the gateway has created it. */
  gatewayPaymentId: string | null
}

/** `isAdvanced` is false if another process has changed the state. */
export interface AdvanceResult {
  isAdvanced: boolean
  isHoldExtensionOver: boolean
}

/** Advances attempts of several buyers in one round trip. Returns results in request order. */
export async function advanceAttempts(
  pool: pg.Pool,
  requests: readonly AdvanceRequest[],
): Promise<AdvanceResult[]> {
  const { rows } = await pool.query<{ id: string; is_hold_extension_over: boolean }>({
    name: 'advance_attempts',
    text: 'select * from advance_attempts($1, $2, $3, $4, $5)',
    values: [
      requests.map(({ attemptId }) => attemptId),
      requests.map(({ from }) => from),
      requests.map(({ to }) => to),
      requests.map(({ gatewayPaymentId }) => gatewayPaymentId),
      requests.map(({ to }) => (isAttemptFinal(to) ? null : leaseSeconds)),
    ],
  })
  const advanced = new Map(rows.map((row) => [row.id, row.is_hold_extension_over]))
  return requests.map(({ attemptId }) => ({
    isAdvanced: advanced.has(attemptId),
    isHoldExtensionOver: advanced.get(attemptId) ?? false,
  }))
}

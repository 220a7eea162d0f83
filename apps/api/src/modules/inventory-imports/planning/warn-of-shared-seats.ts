import { seatsOfNumbers, seatsText } from '@terrace/domain/tickets/seats'
import type { DbOrTx } from '#api/db/transaction.ts'
import { findSharedSeats, type ListingValues } from '#api/modules/supply/index.ts'
import type { RowWarning } from '../reading/inventory-row.ts'
import type { RowPlan } from './plan-row.ts'

/** 'Another seller offers seats 12–13 of this row too'. */
export function sharedSeatsText(seats: readonly number[]): string {
  const noun = seats.length === 1 ? 'seat' : 'seats'
  return `Another seller offers ${noun} ${seatsText(seatsOfNumbers(seats)) ?? ''} of this row too`
}

/** Seats of a listing, for {@link findSharedSeats}. */
export function seatsWantedBy(key: string, values: ListingValues) {
  const { event_id: eventId, section, row, first_seat: firstSeat, last_seat: lastSeat, seats } = values
  if (firstSeat === null || lastSeat === null) return []
  return [{ listingId: key, eventId, section, row, firstSeat, lastSeat, seats }]
}

/** Plans that put listings on sale, with a warning where another team offers a seat of theirs. */
export async function warnOfSharedSeats(
  db: DbOrTx,
  teamId: string,
  plans: readonly RowPlan[],
): Promise<RowPlan[]> {
  const wanted = plans.flatMap((plan, index) =>
    plan.kind === 'invalid' || plan.kind === 'unchanged' || plan.values.status !== 'active'
      ? []
      : seatsWantedBy(String(index), plan.values),
  )
  const shared = await findSharedSeats(db, teamId, wanted)
  if (shared.size === 0) return [...plans]
  return plans.map((plan, index) => {
    const seats = shared.get(String(index))
    if (!seats || plan.kind === 'invalid') return plan
    const warning: RowWarning = { code: 'seats_shared', message: sharedSeatsText(seats) }
    return { ...plan, warnings: [...plan.warnings, warning] }
  })
}

import { recordChanges } from '#api/audit/record-changes.ts'
import type { Actor } from '#api/audit/actor.ts'
import type { Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { seatNumbers, seatsOfNumbers } from '@terrace/domain/tickets/seats'
import { assertSeatsFree, requireSection, seatRangeOf } from '../publish-listing.ts'
import { assertResaleAllowed } from '../resale-rules/assert-resale-allowed.ts'
import {
  isPlaceName,
  lockedTicketsOf,
  placeCommitted,
  readPlaceDemand,
  resaleListingOf,
} from './change-place.ts'
import type { EditDeps, Editor } from './editor.ts'
import { recordListingChange } from './listing-changes.repo.ts'
import { changedNames, findProblems, seatColumns, type FieldChange } from './listing-fields.ts'
import type { LockedFields } from './listing-fields.repo.ts'
import { copyListing, readSoldSeats, shrinkToCommitted } from './move-rest.repo.ts'

interface Move {
  old: LockedFields
  change: FieldChange
  editor: Editor
  now: Date
}

/**
 * Makes a listing at the new place of the tickets that no buyer has bought or holds, and leaves the others where they are.
 * Returns its id; `undefined` when the whole listing can move. The seller's number goes with the tickets that are for sale.
 */
export async function moveRest(
  tx: Tx,
  { ids, actor }: Pick<EditDeps, 'ids'> & { actor: Actor },
  { old, change, editor, now }: Move,
): Promise<string | undefined> {
  const demand = await readPlaceDemand(tx, old, now)
  if (demand.committed === 0 && !demand.isQuoted) return undefined
  const movable = old.quantity - demand.committed
  if (movable === 0) throw placeCommitted(old, demand)
  if (changedNames(change).some((name) => !isPlaceName(name)))
    throw invalidInput({ move_rest: ['must be sent with the new place alone'] })

  const { kept, rest } = await divideSeats(tx, old, demand.committed)
  const place = { ...seatColumns(seatsOfNumbers(rest)), ...change.after }
  const next: LockedFields = { ...old, ...place, id: ids.next('lst'), sold: 0, quantity: movable }
  const [problem] = findProblems(next, new Set(['first_seat', 'general_admission']), { ...old, now })
  if (problem) throw invalidInput({ [problem.field]: [problem.message] })
  const { categoryId } = await requireSection(tx, old.eventId, next.section, now)
  const before = { quantity: old.quantity, status: old.status }
  const after = {
    quantity: Math.max(1, demand.committed),
    ...(demand.committed === 0 && { status: 'withdrawn' as const }),
  }
  const version = await shrinkToCommitted(tx, old.id, {
    ...after,
    ...seatColumns(seatsOfNumbers(kept)),
    at: now,
  })
  if (old.status === 'active') {
    await assertResaleAllowed(tx, resaleListingOf(next))
    await assertSeatsFree(tx, seatRangeOf(lockedTicketsOf(next)), next.id)
  }
  await copyListing(tx, { from: old, next, categoryId, at: now })

  const author = { source: 'hand', accountId: editor.accountId } as const
  await recordListingChange(tx, { listingId: old.id, kind: 'changed', author, before, after }, now)
  const created = { section: next.section, row: next.row, ...seatColumnsOf(next), quantity: movable }
  await recordListingChange(tx, { listingId: next.id, kind: 'created', author, after: created }, now)
  if (old.status === 'active') {
    const { eventId } = old
    const topic = demand.committed === 0 ? 'listing.withdrawn' : 'listing.updated'
    await recordEvents(tx, [
      { topic, subject: old.id, payload: { eventId, listingId: old.id, version } },
      { topic: 'listing.published', subject: next.id, payload: { eventId, listingId: next.id, version: 1 } },
    ])
  }
  await recordChanges(tx, actor, {
    kind: 'listing.changed',
    teamId: editor.teamId,
    details: { listing_id: old.id, event_id: old.eventId, before, after: { ...after, moved_to: next.id } },
  })
  return next.id
}

const seatColumnsOf = ({ first_seat, last_seat, seats }: LockedFields) => ({ first_seat, last_seat, seats })

/** The seats of tickets that stay: sold ones, then the lowest, which held tickets get. */
async function divideSeats(
  tx: Tx,
  old: LockedFields,
  committed: number,
): Promise<{ kept: number[]; rest: number[] }> {
  const all = seatNumbers({ first: old.first_seat, last: old.last_seat, list: old.seats })
  const sold = await readSoldSeats(tx, old.id)
  const unsold = all.filter((seat) => !sold.has(seat))
  const held = Math.max(0, committed - (all.length - unsold.length))
  const rest = unsold.slice(held)
  // One seat stays with a listing that is withdrawn whole.
  const kept = all.filter((seat) => !rest.includes(seat))
  return { kept: kept.length === 0 ? all.slice(0, 1) : kept, rest }
}

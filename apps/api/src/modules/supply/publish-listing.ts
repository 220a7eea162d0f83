import { isOnSale } from '@terrace/domain/event-status'
import type { Db } from '#api/db/client.ts'
import { constraintOf, inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { findEventSection, type EventSection } from '../catalogue/index.ts'
import { checkOffer, type Offer } from './offer.ts'
import { supplyErrors } from './supply.errors.ts'
import {
  changeListing,
  findSeatsTaken,
  insertListing,
  lockListing,
  lockSellersSeats,
  type SeatRange,
} from './supply.repo.ts'

export interface SupplyDeps {
  db: Db
  clock: Clock
  ids: Ids
}

export interface Published {
  id: string
  version: number
}

/**
 * Puts tickets on sale. Throws `input.invalid` with the fields that are wrong, or what stands against it: the event is
 * over, the seller offers the seats already, or has used the number before.
 */
export async function publishListing({ db, clock, ids }: SupplyDeps, offer: Offer): Promise<Published> {
  const errors = checkOffer(offer)
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    const section = await requireSection(tx, offer.eventId, offer.section, now)
    if (offer.inHandDate > section.localDay) {
      throw invalidInput({ in_hand_date: [`is after the event, which is on ${section.localDay}`] })
    }
    const id = ids.next('lst')
    await assertSeatsFree(tx, seatRangeOf({ ...offer, lastSeat: lastSeatOf(offer) }), null)
    await insertListing(tx, { ...offer, id, categoryId: section.categoryId, createdAt: now })
    await recordEvents(tx, [
      {
        topic: 'listing.published',
        subject: id,
        payload: { eventId: offer.eventId, listingId: id, version: 1 },
      },
    ])
    return { id, version: 1 }
  }).catch((error: unknown) => {
    if (constraintOf(error) !== 'listings__external_id_once') throw error
    throw supplyErrors.make('supply.external_id_taken', { cause: error })
  })
}

/** Puts a withdrawn listing back on sale as it was. */
export async function publishAgain(
  { db, clock }: Omit<SupplyDeps, 'ids'>,
  listingId: string,
): Promise<Published> {
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    const listing = await lockListing(tx, listingId)
    if (!listing) throw supplyErrors.make('supply.listing_not_found')
    if (listing.status === 'active') throw supplyErrors.make('supply.listing_active')
    await requireSection(tx, listing.eventId, listing.section, now)
    await assertSeatsFree(tx, seatRangeOf(listing), listing.id)
    const version = await changeListing(tx, listingId, { status: 'active' }, now)
    await recordEvents(tx, [
      {
        topic: 'listing.published',
        subject: listingId,
        payload: { eventId: listing.eventId, listingId, version },
      },
    ])
    return { id: listingId, version }
  })
}

async function requireSection(
  tx: Tx,
  eventId: number,
  name: string,
  now: Date,
): Promise<EventSection & { categoryId: number }> {
  const section = await findEventSection(tx, eventId, name)
  if (!section) throw supplyErrors.make('supply.event_not_found')
  if (!isOnSale(section, now)) throw supplyErrors.make('supply.event_closed')
  const { categoryId, examples } = section
  if (categoryId === null) {
    const known =
      examples.length > 0
        ? `its blocks are called ${examples.join(', ')} and so on`
        : 'it has no seating plan'
    throw invalidInput({ section: [`there is no "${name}" in the venue: ${known}`] })
  }
  return { ...section, categoryId }
}

function lastSeatOf({ firstSeat, quantity }: Pick<Offer, 'firstSeat' | 'quantity'>): number | null {
  return firstSeat === null ? null : firstSeat + quantity - 1
}

interface MaybeSeated extends Omit<SeatRange, 'firstSeat' | 'lastSeat'> {
  firstSeat: number | null
  lastSeat: number | null
}

/** The seats of a listing that names them. */
export function seatRangeOf(listing: MaybeSeated): SeatRange | undefined {
  const { eventId, sellerTeamId, section, row, firstSeat, lastSeat } = listing
  return firstSeat === null || lastSeat === null
    ? undefined
    : { eventId, sellerTeamId, section, row, firstSeat, lastSeat }
}

/** Invariant: no seller offers one seat in two active listings, nor one that was sold of another. */
export async function assertSeatsFree(
  tx: Tx,
  range: SeatRange | undefined,
  except: string | null,
): Promise<void> {
  if (!range) return
  await lockSellersSeats(tx, range.eventId, range.sellerTeamId)
  const other = await findSeatsTaken(tx, range, except)
  if (other !== undefined) throw supplyErrors.make('supply.seats_taken', { details: { listing_id: other } })
}

import { isOnSale } from '@terrace/domain/lifecycles/event-status'
import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { constraintOf, inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { findEventSection, type EventSection } from '#api/modules/catalogue/index.ts'
import { lockSellingLimits, type Headroom } from '#api/modules/seller-accounts/index.ts'
import { requireWithinLimit } from './limits/live-value.ts'
import { operator, recordListingChange, type ChangeAuthor } from './edit/listing-changes.repo.ts'
import { validateNewListing, withVisibleTexts, type NewListing } from './new-listing.ts'
import { assertResaleAllowed } from './resale-rules/assert-resale-allowed.ts'
import { supplyErrors } from './supply.errors.ts'
import {
  changeListing,
  findSellerOfListing,
  findTakenSeats,
  insertListing,
  lastSeatOf,
  lockListing,
  lockSellerSeats,
  type LockedListing,
  type SeatRange,
} from './supply.repo.ts'

export interface SupplyDeps {
  db: Db
  clock: Clock
  ids: Ids
  /** Who changes stock, for the audit log; without it, the server. */
  actor?: Actor
  /** Named in the listing's history; without it, the operator. */
  author?: ChangeAuthor
}

export interface PublishedListing {
  id: string
  version: number
}

/**
 * Puts tickets on sale.
 * @throws `input.invalid` with the invalid fields, or a supply error if the event is off sale, the seats are taken or
 * the external id is used.
 */
export async function publishListing(deps: SupplyDeps, entered: NewListing): Promise<PublishedListing> {
  return inTransaction(deps.db, (tx) => publishInTransaction(tx, deps, entered)).catch(asExternalIdError)
}

/** For `catch`: names the external id that another listing of the seller has. */
export function asExternalIdError(error: unknown): never {
  if (constraintOf(error) !== 'listings__external_id_unique') throw error
  throw supplyErrors.make('supply.external_id_taken', { cause: error })
}

/** Like {@link publishListing}, in the caller's transaction. A listing that is not published has no effect on buyers. */
export async function publishInTransaction(
  tx: Tx,
  { clock, ids, actor, author = operator }: Omit<SupplyDeps, 'db'>,
  entered: NewListing,
): Promise<PublishedListing> {
  const listing = withVisibleTexts(entered)
  const errors = validateNewListing(listing)
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  const now = clock.now()
  const section = await requireSection(tx, listing.eventId, listing.section, now)
  if (listing.inHandDate > section.localDay) {
    throw invalidInput({ in_hand_date: [`must not be after the event, which is on ${section.localDay}`] })
  }
  const id = ids.next('lst')
  const isPublished = listing.isPublished ?? true
  if (isPublished) {
    const { quantity, price } = listing
    await requireWithinLimit(await lockSellingLimits(tx, { teamId: listing.sellerTeamId, now }), {
      currency: price.currency,
      before: undefined,
      after: { status: 'active', priceMinor: price.minor, quantity, sold: 0 },
    })
    await assertResaleAllowed(tx, {
      eventId: listing.eventId,
      teamId: listing.sellerTeamId,
      priceMinor: listing.price.minor,
      faceValueMinor: listing.faceValue?.minor ?? null,
    })
    await assertSeatsFree(
      tx,
      seatRangeOf({ ...listing, lastSeat: lastSeatOf(listing), seats: listing.seats ?? null }),
      null,
    )
  }
  await insertListing(tx, { ...listing, id, categoryId: section.categoryId, createdAt: now })
  const { eventId, sellerTeamId: teamId, price, quantity } = listing
  if (isPublished) {
    await recordEvents(tx, [
      { topic: 'listing.published', subject: id, payload: { eventId, listingId: id, version: 1 } },
    ])
  } else {
    await recordEvents(tx, [
      { topic: 'inventory.changed', subject: teamId, payload: { teamId, listingIds: [id] } },
    ])
  }
  await recordChanges(tx, actor, {
    kind: isPublished ? 'listing.published' : 'listing.added',
    teamId,
    details: {
      listing_id: id,
      event_id: eventId,
      after: { quantity, price_minor: price.minor, currency: price.currency },
    },
  })
  const after = { price_minor: price.minor, quantity, status: isPublished ? 'active' : 'withdrawn' } as const
  await recordListingChange(tx, { listingId: id, kind: 'created', author, after }, now)
  return { id, version: 1 }
}

/** Puts a withdrawn listing back on sale unchanged. */
export async function relistListing(
  { db, ...by }: Omit<SupplyDeps, 'ids'>,
  listingId: string,
): Promise<PublishedListing> {
  return inTransaction(db, async (tx) => {
    // The limits before the listing, as everywhere.
    const teamId = await findSellerOfListing(tx, listingId)
    const headroom =
      teamId === undefined ? undefined : await lockSellingLimits(tx, { teamId, now: by.clock.now() })
    const listing = await lockListing(tx, listingId)
    if (!listing) throw supplyErrors.make('supply.listing_not_found')
    if (listing.status === 'active') throw supplyErrors.make('supply.listing_active')
    return relistLocked(tx, { ...by, headroom }, listing)
  })
}

/** A listing that the transaction has locked. */
export type LockedTickets = Pick<
  LockedListing,
  | 'id'
  | 'eventId'
  | 'sellerTeamId'
  | 'section'
  | 'row'
  | 'firstSeat'
  | 'lastSeat'
  | 'priceMinor'
  | 'quantity'
  | 'sold'
  | 'currency'
  | 'seats'
  | 'faceValueMinor'
>

/** Puts a locked, withdrawn listing back on sale. The caller has locked the seller's limits. */
export async function relistLocked(
  tx: Tx,
  {
    clock,
    actor,
    author = operator,
    headroom,
  }: Pick<SupplyDeps, 'clock' | 'actor' | 'author'> & { headroom: Headroom | undefined },
  listing: LockedTickets,
): Promise<PublishedListing> {
  const { id, eventId } = listing
  const now = clock.now()
  await requireSection(tx, eventId, listing.section, now)
  await requireWithinLimit(headroom, {
    currency: listing.currency,
    before: undefined,
    after: { ...listing, status: 'active' },
  })
  await assertResaleAllowed(tx, { ...listing, teamId: listing.sellerTeamId })
  await assertSeatsFree(tx, seatRangeOf(listing), id)
  const version = await changeListing(tx, id, { status: 'active' }, now)
  await recordEvents(tx, [
    { topic: 'listing.published', subject: id, payload: { eventId, listingId: id, version } },
  ])
  await recordChanges(tx, actor, {
    kind: 'listing.relisted',
    teamId: listing.sellerTeamId,
    details: { listing_id: id, event_id: eventId },
  })
  const values = { before: { status: 'withdrawn' }, after: { status: 'active' } } as const
  await recordListingChange(tx, { listingId: id, kind: 'published', author, ...values }, now)
  return { id, version }
}

export async function requireSection(
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
    const known = examples.length > 0 ? `its blocks include ${examples.join(', ')}` : 'it has no seating plan'
    throw invalidInput({ section: [`"${name}" is not a block of this venue: ${known}`] })
  }
  return { ...section, categoryId }
}

interface OptionalSeatRange extends Omit<SeatRange, 'firstSeat' | 'lastSeat'> {
  firstSeat: number | null
  lastSeat: number | null
}

/** Returns `undefined` for a listing without seat numbers. */
export function seatRangeOf(listing: OptionalSeatRange): SeatRange | undefined {
  const { eventId, sellerTeamId, section, row, firstSeat, lastSeat, seats } = listing
  return firstSeat === null || lastSeat === null
    ? undefined
    : { eventId, sellerTeamId, section, row, firstSeat, lastSeat, seats }
}

/** Invariant: a seller never offers a seat in two active listings, or a seat sold from another listing. */
export async function assertSeatsFree(
  tx: Tx,
  range: SeatRange | undefined,
  except: string | null,
): Promise<void> {
  if (!range) return
  await lockSellerSeats(tx, range.eventId, range.sellerTeamId)
  const other = await findTakenSeats(tx, range, except)
  if (other !== undefined) throw supplyErrors.make('supply.seats_taken', { details: { listing_id: other } })
}

import type { UpdateListingBody } from '@terrace/contracts/inventory-edit'
import { removeInvisible } from '@terrace/domain/text/visible-text'
import { seatsOfNumbers } from '@terrace/domain/tickets/seats'
import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { assertSeatsFree, requireSection, seatRangeOf, type LockedTickets } from '../publish-listing.ts'
import type { ResaleListing } from '../resale-rules/resale-rules.repo.ts'
import { supplyErrors } from '../supply.errors.ts'
import { countCommitted } from '../supply.repo.ts'
import { knownSection } from './known-section.ts'
import type { EditDeps } from './editor.ts'
import { seatColumns, type FieldChange, type FieldName, type ListingFields } from './listing-fields.ts'
import type { LockedFields } from './listing-fields.repo.ts'

const placeNames: ReadonlySet<FieldName> = new Set([
  'section',
  'row',
  'general_admission',
  'first_seat',
  'last_seat',
  'seats',
])

/** Whether the change concerns other seats than before. A changed quantity alone keeps the place. */
export function isMoved({ after }: FieldChange): boolean {
  return [...placeNames].some((name) => name in after)
}

export const isPlaceName = (name: FieldName): boolean => placeNames.has(name)

/** The place that the request names, as columns: the plan's name of the section, and all three columns of the seats. */
export async function readPlace(
  deps: Pick<EditDeps, 'db'>,
  old: LockedFields,
  body: Partial<UpdateListingBody>,
): Promise<Partial<ListingFields>> {
  const { section, row, seats, general_admission: isStanding } = body
  const given = seats && seatColumns(seatsOfNumbers(seats))
  const none = { first_seat: null, last_seat: null, seats: null }
  const next = isStanding === true || seats === null ? none : given
  const isSame =
    next?.first_seat === old.first_seat &&
    next.last_seat === old.last_seat &&
    JSON.stringify(next.seats) === JSON.stringify(old.seats)
  return {
    ...(section !== undefined && { section: await knownSection(deps, { event_id: old.eventId, section }) }),
    ...(row !== undefined && { row: removeInvisible(row).trim() }),
    ...(isStanding !== undefined && { general_admission: isStanding }),
    ...(isStanding === true && { row: '' }),
    ...(next && !isSame && next),
  }
}

const seatNames = ['first_seat', 'last_seat', 'seats'] as const

/** Changed seats with all three of their columns. */
export function withAllSeatColumns(old: LockedFields, { before, after }: FieldChange): FieldChange {
  if (!seatNames.some((name) => name in after)) return { before, after }
  const { first_seat, last_seat, seats } = old
  const known = { first_seat, last_seat, seats }
  return { before: { ...before, ...known }, after: { ...known, ...after } }
}

export interface PlaceDemand {
  /** Sold, or held by buyers. */
  committed: number
  /** A client can still order it from a quote. */
  isQuoted: boolean
}

export async function readPlaceDemand(tx: Tx, old: LockedFields, now: Date): Promise<PlaceDemand> {
  const committed = await countCommitted(tx, old)
  const { rows } = await sql<{ isQuoted: boolean }>`
    select listing_is_quoted(${old.eventId}, ${old.id}, ${now}) as "isQuoted"`.execute(tx)
  return { committed, isQuoted: rows[0]?.isQuoted ?? false }
}

/**
 * Allows another place while no buyer has bought it, holds it or has an offer of it; returns the category of its section.
 * @throws `supply.place_committed`, with how many tickets could move as a listing of their own
 */
export async function assertMovable(
  tx: Tx,
  old: LockedFields,
  { after }: FieldChange,
  now: Date,
): Promise<number> {
  const { committed, isQuoted } = await readPlaceDemand(tx, old, now)
  if (committed > 0 || isQuoted) throw placeCommitted(old, { committed, isQuoted })
  const next = { ...old, ...after }
  const { categoryId } = await requireSection(tx, old.eventId, next.section, now)
  if (old.status === 'active') await assertSeatsFree(tx, seatRangeOf(lockedTicketsOf(next)), old.id)
  return categoryId
}

export function placeCommitted({ quantity }: LockedFields, { committed, isQuoted }: PlaceDemand) {
  const movable = quantity - committed
  const why =
    committed > 0
      ? `${committed} of ${quantity} tickets are sold or held, so they keep their seats`
      : 'A client can still order these seats from a quote, so they stay'
  const rest = movable === 0 ? '' : `. The other ${movable} can move as a listing of their own`
  return supplyErrors.make('supply.place_committed', {
    title: committed > 0 ? why + rest : `${why}. The tickets can move as another listing`,
    details: { committed, movable, is_quoted: isQuoted },
  })
}

export function lockedTicketsOf(listing: LockedFields): LockedTickets {
  return {
    id: listing.id,
    eventId: listing.eventId,
    sellerTeamId: listing.sellerTeamId,
    section: listing.section,
    row: listing.row,
    firstSeat: listing.first_seat,
    lastSeat: listing.last_seat,
    seats: listing.seats,
    priceMinor: listing.price_minor,
    quantity: listing.quantity,
    sold: listing.sold,
    currency: listing.currency,
    faceValueMinor: listing.face_value_minor,
  }
}

type Offered = Pick<ListingFields, 'price_minor' | 'face_value_minor'> & {
  eventId: number
  sellerTeamId: string
}

export function resaleListingOf(listing: Offered): ResaleListing {
  const { eventId, sellerTeamId: teamId, price_minor: priceMinor, face_value_minor: faceValueMinor } = listing
  return { eventId, teamId, priceMinor, faceValueMinor }
}

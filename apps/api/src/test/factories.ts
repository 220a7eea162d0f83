import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** Literal rows for tests: each function inserts one thing and answers its id; what a test cares about it says itself. */

let counter = 0
const next = (): number => (counter += 1)

export async function addTeam(
  db: Db,
  values: { id?: string; name?: string; baseCurrency?: string } = {},
): Promise<string> {
  const number = next()
  const id = values.id ?? `tm_test${number}`
  await db
    .insertInto('teams')
    .values({
      id,
      name: values.name ?? `Team ${number}`,
      email: `team${number}@example.test`,
      base_currency: values.baseCurrency ?? 'GBP',
    })
    .execute()
  return id
}

interface AccountValues {
  teamId: string
  teamRole?: 'owner' | 'member'
  role?: 'buyer' | 'seller' | 'operator'
  status?: 'pending' | 'active' | 'suspended'
  isEmailVerified?: boolean
  username?: string
  /** A stored hash, from `hashPassword`; without one nobody can log in with a password. */
  passwordHash?: string
}

export async function addAccount(db: Db, values: AccountValues): Promise<string> {
  const number = next()
  const id = `usr_test${number}`
  await db
    .insertInto('accounts')
    .values({
      id,
      team_id: values.teamId,
      team_role: values.teamRole ?? 'owner',
      role: values.role ?? 'buyer',
      status: values.status ?? 'active',
      username: values.username ?? `user${number}`,
      email: `user${number}@example.test`,
      password_hash: values.passwordHash ?? 'none',
      first_name: 'Jo',
      last_name: 'Marsh',
      country_code: '+44',
      phone: '2079460000',
      email_verified_at: (values.isEmailVerified ?? true) ? new Date() : null,
    })
    .execute()
  return id
}

interface VenueValues {
  name?: string
  timezone?: string
  category?: string
}

/** A venue with one seating category. */
export async function addVenue(
  db: Db,
  values: VenueValues = {},
): Promise<{ venueId: number; seatingCategoryId: number }> {
  const number = next()
  const venue = await db
    .insertInto('venues')
    .values({
      name: values.name ?? `Ground ${number}`,
      slug: `ground-${number}`,
      kind: 'bowl',
      city: 'London',
      country_code: 'GB',
      timezone: values.timezone ?? 'Europe/London',
      capacity: 40_000,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const category = await db
    .insertInto('seating_categories')
    .values({ venue_id: venue.id, name: values.category ?? 'Lower tier', level: 'lower', rank: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { venueId: venue.id, seatingCategoryId: category.id }
}

interface EventValues {
  venueId: number
  title?: string
  /** Local wall time, `YYYY-MM-DDTHH:mm`; by default thirty days from now. */
  localAt?: string
  startsAt?: Date
  status?: 'scheduled' | 'postponed' | 'rescheduled' | 'cancelled'
}

export async function addEvent(db: Db, values: EventValues): Promise<number> {
  const number = next()
  const startsAt = values.startsAt ?? new Date(Date.now() + 30 * 86_400_000)
  const localAt = values.localAt ?? startsAt.toISOString().slice(0, 16)
  const category = await db
    .insertInto('categories')
    .values({ kind: 'competition', name: `League ${number}`, slug: `league-${number}`, parent_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const event = await db
    .insertInto('events')
    .values({
      source_key: `test/${number}`,
      title: values.title ?? `Home ${number} v Away ${number}`,
      slug: `home-${number}-v-away-${number}`,
      category_id: category.id,
      season_id: null,
      venue_id: values.venueId,
      round: null,
      source_local_at: localAt,
      local_at: localAt,
      timezone: 'Europe/London',
      starts_at: startsAt,
      date_confirmed: true,
      time_confirmed: true,
      status: values.status ?? 'scheduled',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return event.id
}

interface ListingValues {
  eventId: number
  sellerTeamId: string
  seatingCategoryId: number
  id?: string
  quantity?: number
  splitType?:
    | 'No Preferences'
    | 'Single Tickets'
    | 'Single Seats'
    | 'All Together'
    | 'Avoid Leaving One Ticket'
    | 'Sell In Multiples'
  quantityLimit?: number
  multipleSaleUnit?: number
  priceMinor?: number
  currency?: string
  createdAt?: Date
  firstSeat?: number
  section?: string
  row?: string
  /** What it asks of who attends; nothing unless said. */
  asks?: { delivery?: boolean; identification?: boolean }
}

export async function addListing(db: Db, values: ListingValues): Promise<string> {
  const id = values.id ?? `lst_test${next()}`
  const quantity = values.quantity ?? 4
  await db
    .insertInto('listings')
    .values({
      id,
      event_id: values.eventId,
      seller_team_id: values.sellerTeamId,
      external_id: null,
      category_id: values.seatingCategoryId,
      section: values.section ?? 'Block 112',
      row: values.row ?? '22',
      first_seat: values.firstSeat ?? null,
      last_seat: values.firstSeat === undefined ? null : values.firstSeat + quantity - 1,
      ticket_type: 'eTicket',
      split_type: values.splitType ?? 'No Preferences',
      quantity_limit: values.quantityLimit ?? null,
      multiple_sale_unit: values.multipleSaleUnit ?? null,
      quantity,
      price_minor: values.priceMinor ?? 8500,
      currency: values.currency ?? 'GBP',
      face_value_minor: null,
      in_hand_date: '2026-12-01',
      attendee_delivery_details_required: values.asks?.delivery ?? false,
      attendee_identification_details_required: values.asks?.identification ?? false,
      created_at: values.createdAt ?? new Date(),
    })
    .execute()
  return id
}

/** Reference rates of one day: how much of each currency one euro buys. */
export async function addRates(db: Db, rateDate: string, rates: Record<string, string>): Promise<void> {
  await db
    .insertInto('exchange_rates')
    .values(Object.entries(rates).map(([currency, rate]) => ({ rate_date: rateDate, currency, rate })))
    .execute()
}

/** Tickets of the listing that unexpired holds take away now. */
export async function heldQuantity(db: Db, listingId: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(quantity), 0)::int as held from holds
    where listing_id = ${listingId} and state in ('active', 'paying') and reserved_until > clock_timestamp()`.execute(
    db,
  )
  return rows[0]?.held ?? 0
}

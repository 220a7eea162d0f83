import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import { money } from '@terrace/domain/money/money'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import { unavailableReason } from './unavailable-reason.ts'
import type { TrackedListing, Tracker } from './tracked-listing.ts'
import { eventColumns, toTrackedEvent, type EventRow } from './tracked-event.repo.ts'

/** Includes the price when tracked, which comes first. */
const maxHistoryPoints = 60

interface TrackedListingRow extends EventRow {
  listing_id: string
  tracked_at: Date
  price_when_tracked_minor: number
  price_minor: number
  currency: string
  status: 'active' | 'withdrawn'
  quantity: number
  sold: number
  section: string
  row: string
  general_admission: boolean
  category_id: number
  category_name: string
  event_status: EventStatus
  starts_at: Date
  available: number
  was_unavailable: boolean
  points: { at: string; minor: number | null }[]
}

/** The account's tracked listings, newest first. */
export async function readTrackedListings(
  db: DbOrTx,
  { accountId, teamId }: Tracker,
  { page, perPage, now }: { page: number; perPage: number; now: Date },
): Promise<TrackedListing[]> {
  const { rows } = await sql<TrackedListingRow>`
    with mine as (
      select listing_id, tracked_at, price_when_tracked_minor from tracked_listings
      where account_id = ${accountId} and team_id = ${teamId} and ended_at is null
      order by tracked_at desc, listing_id limit ${perPage} offset ${(page - 1) * perPage}
    )
    select m.*, l.price_minor, l.currency, l.status, l.quantity, l.sold, l.section, l."row", l.general_admission,
      c.id as category_id, c.name as category_name, e.status as event_status, e.starts_at, free.available,
      ${eventColumns},
      exists (
        select 1 from tracked_prices p
        where p.listing_id = m.listing_id and p.id >= began.id and p.price_minor is null
      ) as was_unavailable,
      coalesce((
        select jsonb_agg(jsonb_build_object('at', greatest(p.at, m.tracked_at), 'minor', p.price_minor) order by p.id) from (
          select * from tracked_prices p where p.listing_id = m.listing_id and p.id >= began.id
            and (p.at > m.tracked_at or p.price_minor is null)
          order by p.id desc limit ${maxHistoryPoints - 1}
        ) p
      ), '[]') as points
    from mine m
    -- The last price recorded before tracking began; its null means the listing was unavailable then.
    cross join lateral (
      select coalesce(max(p.id), 0) as id from tracked_prices p
      where p.listing_id = m.listing_id and p.at <= m.tracked_at
    ) began
    join listings l on l.id = m.listing_id
    join listing_availability((select coalesce(array_agg(listing_id), '{}') from mine), ${now}) free
      on free.listing_id = m.listing_id
    join seating_categories c on c.id = l.category_id
    join events e on e.id = l.event_id
    join venues v on v.id = e.venue_id
    order by m.tracked_at desc, m.listing_id`.execute(db)
  return rows.map((row) => toTrackedListing(row, now))
}

function toTrackedListing(row: TrackedListingRow, now: Date): TrackedListing {
  const { currency } = row
  const unavailable = unavailableReason(
    { ...row, eventStatus: row.event_status, startsAt: row.starts_at },
    now,
  )
  const priceWhenTracked = money(row.price_when_tracked_minor, currency)
  return {
    listingId: row.listing_id,
    event: toTrackedEvent(row),
    category: { id: row.category_id, name: row.category_name },
    section: row.section,
    row: row.row,
    generalAdmission: row.general_admission,
    trackedAt: row.tracked_at,
    priceWhenTracked,
    currentPrice: unavailable === null ? money(row.price_minor, currency) : null,
    unavailable,
    available: unavailable === null ? Math.max(0, row.available) : 0,
    wasUnavailable: row.was_unavailable,
    history: [
      { at: row.tracked_at, price: priceWhenTracked },
      ...row.points.map(({ at, minor }) => ({
        at: new Date(at),
        price: minor === null ? null : money(minor, currency),
      })),
    ],
  }
}

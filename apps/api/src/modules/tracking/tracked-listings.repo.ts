import type { EventStatus } from '@terrace/domain/event-status'
import { money } from '@terrace/domain/money'
import { sql } from 'kysely'
import type { Reader } from '#api/db/transaction.ts'
import { goneReason } from './gone-reason.ts'
import type { TrackedListing, Tracker } from './mark.ts'
import { eventColumns, toTrackedEvent, type EventRow } from './tracked-event.repo.ts'

/** With the price at the moment of tracking, which comes first. */
const pointsShown = 60

interface Row extends EventRow {
  listing_id: string
  tracked_at: Date
  price_then_minor: number
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
  was_gone: boolean
  points: { at: string; minor: number | null }[]
}

/** What the account tracks, the last tracked first. */
export async function readTrackedListings(
  db: Reader,
  { accountId, teamId }: Tracker,
  { page, perPage, now }: { page: number; perPage: number; now: Date },
): Promise<TrackedListing[]> {
  const { rows } = await sql<Row>`
    with mine as (
      select listing_id, tracked_at, price_then_minor from tracked_listings
      where account_id = ${accountId} and team_id = ${teamId} and ended_at is null
      order by tracked_at desc, listing_id limit ${perPage} offset ${(page - 1) * perPage}
    )
    select m.*, l.price_minor, l.currency, l.status, l.quantity, l.sold, l.section, l."row", l.general_admission,
      c.id as category_id, c.name as category_name, e.status as event_status, e.starts_at, free.available,
      ${eventColumns},
      exists (
        select 1 from tracked_prices p
        where p.listing_id = m.listing_id and p.id >= began.id and p.price_minor is null
      ) as was_gone,
      coalesce((
        select jsonb_agg(jsonb_build_object('at', greatest(p.at, m.tracked_at), 'minor', p.price_minor) order by p.id) from (
          select * from tracked_prices p where p.listing_id = m.listing_id and p.id >= began.id
            and (p.at > m.tracked_at or p.price_minor is null)
          order by p.id desc limit ${pointsShown - 1}
        ) p
      ), '[]') as points
    from mine m
    -- How it stood when it was marked, which may have been noted before: gone already, or else at the price of then.
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

function toTrackedListing(row: Row, now: Date): TrackedListing {
  const { currency } = row
  const gone = goneReason({ ...row, eventStatus: row.event_status, startsAt: row.starts_at }, now)
  const priceThen = money(row.price_then_minor, currency)
  return {
    listingId: row.listing_id,
    event: toTrackedEvent(row),
    category: { id: row.category_id, name: row.category_name },
    section: row.section,
    row: row.row,
    generalAdmission: row.general_admission,
    trackedAt: row.tracked_at,
    priceThen,
    priceNow: gone === null ? money(row.price_minor, currency) : null,
    gone,
    available: gone === null ? Math.max(0, row.available) : 0,
    wasGone: row.was_gone,
    history: [
      { at: row.tracked_at, price: priceThen },
      ...row.points.map(({ at, minor }) => ({
        at: new Date(at),
        price: minor === null ? null : money(minor, currency),
      })),
    ],
  }
}

import { money } from '@terrace/domain/money/money'
import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { ArtPattern, Colours } from '../competitions/category-art.ts'
import type { Event } from './event.ts'

interface EventRow extends Omit<Event, 'minPrice' | 'venue' | 'category' | 'art'> {
  venueId: number
  venueName: string
  city: string
  countryCode: string
  categoryId: number
  categoryName: string
  categorySlug: string
  minPriceMinor: number | null
  minPriceCurrency: string | null
  artPattern: ArtPattern
  colours: Colours | null
}

/** The events for a query that selects ids, in its order. */
export async function readEvents(db: DbOrTx, ids: RawBuilder<unknown>): Promise<Event[]> {
  const { rows } = await sql<EventRow>`select * from event_cards(array(${ids}))`.execute(db)
  return rows.map(toEvent)
}

function toEvent(row: EventRow): Event {
  const { minPriceMinor: minor, minPriceCurrency: currency } = row
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    localAt: row.localAt,
    dateConfirmed: row.dateConfirmed,
    timeConfirmed: row.timeConfirmed,
    timezone: row.timezone,
    status: row.status,
    venue: { id: row.venueId, name: row.venueName, city: row.city, countryCode: row.countryCode },
    category: { id: row.categoryId, name: row.categoryName, slug: row.categorySlug },
    performers: row.performers,
    minPrice: minor === null || currency === null ? null : money(minor, currency),
    ticketCount: row.ticketCount,
    art: { pattern: row.artPattern, colours: row.colours },
  }
}

export async function findEvent(db: DbOrTx, eventId: number): Promise<Event | undefined> {
  const [event] = await readEvents(db, sql`select ${eventId}::integer`)
  return event
}

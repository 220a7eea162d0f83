import { sql } from 'kysely'
import type { TrackedEvent } from './tracked-listing.ts'

export interface EventRow {
  event_id: number
  event_title: string
  event_slug: string
  local_at: string
  date_confirmed: boolean
  time_confirmed: boolean
  venue_name: string
  city: string
}

/** Columns of {@link EventRow} from events `e` and venues `v`. */
export const eventColumns = sql`e.id as event_id, e.title as event_title, e.slug as event_slug,
  to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as local_at, e.date_confirmed, e.time_confirmed,
  v.name as venue_name, v.city`

export function toTrackedEvent(row: EventRow): TrackedEvent {
  return {
    id: row.event_id,
    title: row.event_title,
    slug: row.event_slug,
    localAt: row.local_at,
    dateConfirmed: row.date_confirmed,
    timeConfirmed: row.time_confirmed,
    venueName: row.venue_name,
    city: row.city,
  }
}

import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { matchKey } from '../../matching/match-key.ts'
import { insertUnderFreeSlug, moveToFreeSlug } from '../free-slug.ts'
import type { VenueRow } from './venues.ts'

export interface Venue {
  id: number
  timezone: string
}

/**
 * In-memory lookup of venues by name: worldwide, per country and per city, because names such as "Stadio Olimpico"
 * are not unique.
 */
export interface VenueLookup {
  find(name: string, scope?: string): Venue | undefined
  homeOf(performerId: number): Venue | undefined
  ensure(tx: Tx, row: VenueRow): Promise<{ venue: Venue; outcome: 'added' | 'changed' | 'unchanged' }>
  setHome(tx: Tx, performerId: number, venue: Venue): Promise<'changed' | 'unchanged'>
}

interface StoredVenue extends Venue {
  name: string
  fingerprint: string
}

const fingerprintOf = (row: Omit<VenueRow, 'aliases' | 'home'>): string =>
  JSON.stringify([
    row.name,
    row.kind,
    row.city,
    row.countryCode,
    row.timezone,
    row.capacity,
    row.latitude,
    row.longitude,
  ])

const storedVenue = (id: number, row: Omit<VenueRow, 'aliases' | 'home'>): StoredVenue => ({
  id,
  name: row.name,
  timezone: row.timezone,
  fingerprint: fingerprintOf(row),
})

export async function openVenueLookup(tx: Tx): Promise<VenueLookup> {
  const { rows: venues } = await sql<Omit<VenueRow, 'aliases' | 'home'> & { id: number }>`
    select id, name, kind, city, country_code as "countryCode", timezone, capacity, latitude, longitude from venues
  `.execute(tx)
  const byId = new Map<number, StoredVenue>(venues.map((row) => [row.id, storedVenue(row.id, row)]))
  const { rows: aliases } = await sql<{ scope: string; name_key: string; venue_id: number }>`
    select scope, name_key, venue_id from venue_aliases`.execute(tx)
  const byName = new Map<string, StoredVenue>()
  for (const { scope, name_key: key, venue_id: id } of aliases) {
    const venue = byId.get(id)
    if (venue) byName.set(`${scope}\n${key}`, venue)
  }
  const { rows: links } = await sql<{ performer_id: number; venue_id: number }>`
    select performer_id, venue_id from performer_venues`.execute(tx)
  const homes = new Map(links.map((link) => [link.performer_id, link.venue_id]))

  async function insert(tx: Tx, row: VenueRow): Promise<StoredVenue> {
    const { id } = await insertUnderFreeSlug({ name: row.name, qualifier: row.city }, async (slug) => {
      const { rows: made } = await sql<{ id: number }>`
        insert into venues (name, slug, kind, city, country_code, timezone, capacity, latitude, longitude)
        values (${row.name}, ${slug}, ${row.kind}, ${row.city}, ${row.countryCode}, ${row.timezone}, ${row.capacity},
          ${row.latitude}::float8, ${row.longitude}::float8)
        on conflict (slug) do nothing returning id`.execute(tx)
      return made[0]
    })
    const venue = storedVenue(id, row)
    byId.set(venue.id, venue)
    return venue
  }

  async function update(tx: Tx, venue: StoredVenue, row: VenueRow): Promise<void> {
    await sql`
      update venues set name = ${row.name}, kind = ${row.kind}, city = ${row.city}, country_code = ${row.countryCode},
        timezone = ${row.timezone}, capacity = ${row.capacity}, latitude = ${row.latitude}::float8,
        longitude = ${row.longitude}::float8
      where id = ${venue.id}`.execute(tx)
    if (venue.name !== row.name) {
      await moveToFreeSlug(tx, 'venues', { id: venue.id, name: row.name, qualifier: row.city })
    }
    // A generated plan depends on kind and capacity, so the next import regenerates it.
    await sql`
      delete from seating_plans p where venue_id = ${venue.id} and not is_from_file
        and not exists (select 1 from events e join listings l on l.event_id = e.id where e.venue_id = p.venue_id)
    `.execute(tx)
    Object.assign(venue, storedVenue(venue.id, row))
  }

  async function addNames(tx: Tx, venue: StoredVenue, row: VenueRow, city: string): Promise<boolean> {
    const scopedNames = ['', row.countryCode, city].flatMap((scope) =>
      [row.name, ...row.aliases].map((name) => ({ scope, key: matchKey(name) })),
    )
    // The first venue with a name keeps it in that scope; country and city scopes separate venues with the same name.
    const missing = scopedNames.filter(({ scope, key }) => !byName.has(`${scope}\n${key}`))
    const unique = [...new Map(missing.map((name) => [`${name.scope}\n${name.key}`, name])).values()]
    if (unique.length === 0) return false
    await sql`
      insert into venue_aliases (scope, name_key, venue_id)
      select scope, key, ${venue.id} from jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) as r(scope text, key text)
    `.execute(tx)
    for (const { scope, key } of unique) byName.set(`${scope}\n${key}`, venue)
    return true
  }

  return {
    find: (name, scope = '') => byName.get(`${scope}\n${matchKey(name)}`),
    homeOf: (performerId) => byId.get(homes.get(performerId) ?? 0),
    async ensure(tx, row) {
      const city = `${row.countryCode}/${matchKey(row.city)}`
      const existing = [row.name, ...row.aliases]
        .map((name) => byName.get(`${city}\n${matchKey(name)}`))
        .find((found) => found !== undefined)
      const venue = existing ?? (await insert(tx, row))
      const hasNewNames = await addNames(tx, venue, row, city)
      if (!existing) return { venue, outcome: 'added' }
      const hasChanged = venue.fingerprint !== fingerprintOf(row)
      if (hasChanged) await update(tx, venue, row)
      return { venue, outcome: hasChanged || hasNewNames ? 'changed' : 'unchanged' }
    },
    async setHome(tx, performerId, venue) {
      if (homes.get(performerId) === venue.id) return 'unchanged'
      await sql`
        insert into performer_venues (performer_id, venue_id) values (${performerId}, ${venue.id})
        on conflict (performer_id) do update set venue_id = excluded.venue_id`.execute(tx)
      homes.set(performerId, venue.id)
      return 'changed'
    },
  }
}

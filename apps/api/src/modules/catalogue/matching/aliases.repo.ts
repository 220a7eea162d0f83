import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { matchKey } from './match-key.ts'

export async function findBySlug(
  tx: Tx,
  table: 'performers' | 'venues',
  slug: string,
): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${sql.table(table)} where slug = ${slug}`.execute(tx)
  return rows[0]
}

/** Every name that files use for a performer, in matching form. */
export async function findPerformerKeys(tx: Tx, performerId: number): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select name_key as key from performer_aliases where performer_id = ${performerId}`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}

/**
 * Saves another name of a performer. Returns the name of its current owner when it belongs to another performer, and
 * then saves nothing.
 */
export async function addPerformerAlias(
  tx: Tx,
  { performerId, key, isArtist }: { performerId: number; key: string; isArtist: boolean },
): Promise<string | null> {
  const { rows: scopes } = await sql<{ scope: string }>`
    select distinct scope from performer_aliases where performer_id = ${performerId} order by scope`.execute(
    tx,
  )
  const scope = isArtist ? 'artist' : scopes.map((row) => row.scope).find((one) => one !== 'artist')
  if (scope === undefined) return 'no team'
  await sql`
    insert into performer_aliases (scope, name_key, performer_id) values (${scope}, ${key}, ${performerId})
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name from performer_aliases a join performers p on p.id = a.performer_id
    where a.scope = ${scope} and a.name_key = ${key}`.execute(tx)
  const [owner] = rows
  return owner && owner.id !== performerId ? owner.name : null
}

/**
 * Saves another name of a venue for its country, for the given places and for all countries where the name is free.
 * Returns the name of the venue that already owns it in one of the places.
 */
export async function addVenueAlias(
  tx: Tx,
  { venueId, key, places }: { venueId: number; key: string; places: readonly string[] },
): Promise<string | null> {
  const { rows } = await sql<{ countryCode: string; city: string }>`
    select country_code as "countryCode", city from venues where id = ${venueId}`.execute(tx)
  const venue = rows[0]
  if (!venue) return 'no venue'
  const placeScopes = [venue.city, ...places].map((place) => `${venue.countryCode}/${matchKey(place)}`)
  const scopes = [...new Set(['', venue.countryCode, ...placeScopes])]
  await sql`
    insert into venue_aliases (scope, name_key, venue_id)
    select scope, ${key}, ${venueId} from unnest(${scopes}::text[]) as scope on conflict do nothing`.execute(
    tx,
  )
  const { rows: others } = await sql<{ name: string }>`
    select v.name from venue_aliases a join venues v on v.id = a.venue_id
    where a.name_key = ${key} and a.scope = any(${placeScopes}) and a.venue_id <> ${venueId} limit 1`.execute(
    tx,
  )
  return others[0]?.name ?? null
}

/** Saves another title for an event, valid in every season. */
export async function addEventAlias(
  tx: Tx,
  { competition, key, eventId }: { competition: string; key: string; eventId: number },
): Promise<void> {
  await sql`
    insert into event_aliases (competition, name_key, title)
    select ${competition}, ${key}, title from events where id = ${eventId}
    on conflict (competition, name_key) do update set title = excluded.title`.execute(tx)
}

/** Saves what a source calls a competition. */
export async function addCompetitionName(tx: Tx, categoryId: number, key: string): Promise<void> {
  await sql`
    insert into competition_names (name_key, category_id) values (${key}, ${categoryId})
    on conflict do nothing`.execute(tx)
}

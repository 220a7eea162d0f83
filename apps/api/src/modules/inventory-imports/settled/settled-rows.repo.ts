import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** Which rows count as settled. */
export interface SettledScope {
  profileId: string
  teamId: string
  /** Events that are as they were when the rows were read. */
  eventIds: readonly number[]
  /** Listings whose rows are read in any case. */
  readAlso: readonly string[]
  now: Date
}

/**
 * Rows of listings with sales are never settled: what they mean depends on when the file was made. `in (select …)` is looked
 * up by hash in any plan; `any` would search thousands of events for each listing where the plan serves all calls.
 */
const isSettled = ({ teamId, eventIds, readAlso }: SettledScope) => sql<boolean>`(
  s.row_digest is not null and s.settled_revision = l.revision and l.sold = 0 and l.seller_team_id = ${teamId}
  and l.event_id in (select unnest(${eventIds}::integer[])) and not l.id = any(${readAlso}::text[]))`

const isOnSale = sql<boolean>`(l.status = 'active' and l.sold < l.quantity)`

/** Listings of the profile for events to come. Others can neither change nor be withdrawn. */
const managedListings = ({ profileId, now }: SettledScope) => sql`
  inventory_listing_sources s
  join listings l on l.id = s.listing_id
  join events e on e.id = l.event_id and e.starts_at > ${now}
  where s.profile_id = ${profileId}`

/** Identifies the listing as it is. */
const fingerprint = sql`hashtextextended(l.id, l.revision)`

/** Some of the profile's listings: with settled rows, or the others that are on sale. */
export interface SettledPart {
  isSettled: boolean
  onSale: number
  /** Separated by commas. */
  ids: string
  /** In the order of `ids`: 16 bytes each. */
  digests: Buffer | null
  /** In the order of `ids`: 8 bytes each. */
  fingerprints: Buffer
}

const listingsPerPart = 2000

/** In parts, because an object for each of a million listings would need a multiple of the memory and time. */
export async function readSettledParts(db: DbOrTx, scope: SettledScope): Promise<SettledPart[]> {
  const { rows } = await sql<SettledPart>`
    select is_settled as "isSettled", (count(*) filter (where is_on_sale))::int as "onSale", string_agg(id, ',') as ids,
      string_agg(row_digest, ''::bytea) filter (where is_settled) as digests,
      string_agg(int8send(fingerprint), ''::bytea) as fingerprints
    from (
      select *, row_number() over () / ${listingsPerPart}::integer as part from (
        select l.id, s.row_digest, ${fingerprint} as fingerprint, ${isSettled(scope)} as is_settled, ${isOnSale} as is_on_sale
        from ${managedListings(scope)}
      ) managed where is_settled or is_on_sale
    ) numbered group by part, is_settled`.execute(db)
  return rows
}

/**
 * The settled listings except `others`: how many they are, and a fingerprint of all. `unknown` listings are on sale, and
 * neither settled nor among the others.
 */
export async function readSettledState(
  db: DbOrTx,
  scope: SettledScope,
  others: readonly string[],
): Promise<{ settled: number; fingerprint: bigint; unknown: number }> {
  const { rows } = await sql<{ settled: number; fingerprint: string; unknown: number }>`
    select (count(*) filter (where is_settled))::int as settled,
      coalesce(bit_xor(fingerprint) filter (where is_settled), 0)::text as fingerprint,
      (count(*) filter (where is_on_sale and not is_settled))::int as unknown
    from (
      select l.id, ${fingerprint} as fingerprint, ${isSettled(scope)} as is_settled, ${isOnSale} as is_on_sale
      from ${managedListings(scope)}
    ) managed
    where not exists (select from unnest(${others}::text[]) as other(id) where other.id = managed.id)`.execute(
    db,
  )
  const { settled = 0, unknown = 0 } = rows[0] ?? {}
  return { settled, unknown, fingerprint: BigInt(rows[0]?.fingerprint ?? '0') }
}

/** Differs when the profile manages other listings than before. */
export async function fingerprintManagedListings(db: DbOrTx, profileId: string): Promise<string> {
  const { rows } = await sql<{ fingerprint: string }>`
    select coalesce(bit_xor(hashtextextended(listing_id, 0)), 0)::text as fingerprint
    from inventory_listing_sources where profile_id = ${profileId}`.execute(db)
  return rows[0]?.fingerprint ?? '0'
}

/** Settled listings that rows of the import name. */
export async function findNamedListings(
  db: DbOrTx,
  importId: string,
  scope: SettledScope,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with row_ids as materialized (
      select distinct external_id as id from inventory_import_rows
      where import_id = ${importId} and external_id is not null
    ), named as materialized (
      select l.id from row_ids r join listings l on l.seller_team_id = ${scope.teamId} and l.external_id = r.id
      union
      select l.id from row_ids r join listings l on l.id = r.id and l.seller_team_id = ${scope.teamId}
    )
    select l.id from ${managedListings(scope)} and ${isSettled(scope)} and l.id in (select id from named)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export interface NamedSeats {
  eventId: number
  section: string
  row: string
  first: number
  last: number
}

export interface SettledSeats extends NamedSeats {
  id: string
  list: number[] | null
}

/** Settled listings with seats between the first and the last one of a place. */
export async function findSettledSeats(
  db: DbOrTx,
  scope: SettledScope,
  places: readonly NamedSeats[],
): Promise<SettledSeats[]> {
  if (places.length === 0) return []
  const { rows } = await sql<SettledSeats>`
    select distinct l.id, l.event_id as "eventId", l.section, l."row", l.first_seat as first, l.last_seat as last,
      l.seats as list
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as w("eventId" integer, section text, "row" text, first integer, last integer)
    join listings l on l.event_id = w."eventId" and l.seller_team_id = ${scope.teamId} and l.section = w.section
      and lower(l."row") = lower(w."row") and l.first_seat <= w.last and l.last_seat >= w.first
    join inventory_listing_sources s on s.listing_id = l.id and s.profile_id = ${scope.profileId}
    where ${isSettled(scope)}`.execute(db)
  return rows
}

/** A row that leaves the listing as it is at this revision. */
export interface SettledRow {
  listingId: string
  /** In hexadecimal. */
  digest: string
  revision: number
}

/** Ids of up to `listingsPerPart` listings with commas between them: a million objects would need too much memory. */
type ListingIds = string

const partOf = sql`row_number() over () / ${listingsPerPart}::integer as part`

/** The profile's listings with a row that later files need not read; only those of these events, if they are given. */
export async function readListingsWithRows(
  db: DbOrTx,
  profileId: string,
  eventIds?: readonly number[],
): Promise<ListingIds[]> {
  const ofEvents =
    eventIds && sql`join listings l on l.id = s.listing_id and l.event_id = any(${eventIds}::integer[])`
  const { rows } = await sql<{ ids: string }>`
    select string_agg(listing_id, ',') as ids from (
      select s.listing_id, ${partOf} from inventory_listing_sources s ${ofEvents ?? sql``}
      where s.profile_id = ${profileId} and s.row_digest is not null
    ) numbered group by part`.execute(db)
  return rows.map(({ ids }) => ids)
}

/** After an import that has read all rows: those with a row that it did not find settled. */
export async function readListingsWithOtherRows(
  db: DbOrTx,
  { profileId, importId }: { profileId: string; importId: string },
): Promise<ListingIds[]> {
  const { rows } = await sql<{ ids: string }>`
    select string_agg(listing_id, ',') as ids from (
      select s.listing_id, ${partOf} from inventory_listing_sources s
      where s.profile_id = ${profileId} and s.row_digest is not null and s.import_id <> ${importId} and not exists (
        select from inventory_import_rows r
        where r.import_id = ${importId} and r.listing_id = s.listing_id and r.digest = s.row_digest
          and r.applied_revision = s.settled_revision)
    ) numbered group by part`.execute(db)
  return rows.map(({ ids }) => ids)
}

/** Forgets which rows leave these listings as they are. */
export async function forgetRows(db: DbOrTx, profileId: string, ids: ListingIds): Promise<void> {
  await sql`
    update inventory_listing_sources set row_digest = null
    where listing_id = any(string_to_array(${ids}, ',')) and profile_id = ${profileId} and row_digest is not null`.execute(
    db,
  )
}

import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { SavedSearch, SearchedEvent, SearchOwner, StoredFilter } from './saved-search.ts'

/** Serialises changes of one account's searches until the transaction ends. */
export async function lockSearchOwner(tx: Tx, { accountId }: SearchOwner): Promise<void> {
  await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(tx)
}

interface SearchRow extends Omit<SavedSearch, 'event'> {
  eventId: number
  title: string
  slug: string
  status: SearchedEvent['status']
  startsAt: Date
  localAt: string
  dateConfirmed: boolean
  timeConfirmed: boolean
  venueName: string
  city: string
}

async function readSearches(
  db: DbOrTx,
  { accountId, teamId }: SearchOwner,
  which: RawBuilder<unknown> = sql``,
): Promise<SavedSearch[]> {
  const { rows } = await sql<SearchRow>`
    select s.id, s.name, s.filter, s.currency, s.is_notified as "isNotified", s.is_emailed as "isEmailed",
      s.created_at as "createdAt", s.alerted_at as "alertedAt", e.id as "eventId", e.title, e.slug, e.status,
      e.starts_at as "startsAt", to_char(e.local_at, 'YYYY-MM-DD"T"HH24:MI') as "localAt",
      e.date_confirmed as "dateConfirmed", e.time_confirmed as "timeConfirmed", v.name as "venueName", v.city
    from saved_searches s join events e on e.id = s.event_id join venues v on v.id = e.venue_id
    where s.account_id = ${accountId} and s.team_id = ${teamId} ${which}
    order by s.created_at desc, s.id`.execute(db)
  return rows.map(
    ({
      eventId,
      title,
      slug,
      status,
      startsAt,
      localAt,
      dateConfirmed,
      timeConfirmed,
      venueName,
      city,
      ...search
    }) => ({
      ...search,
      event: {
        id: eventId,
        title,
        slug,
        status,
        startsAt,
        localAt,
        dateConfirmed,
        timeConfirmed,
        venueName,
        city,
      },
    }),
  )
}

/** The account's searches, newest first. */
export const readSavedSearches = (db: DbOrTx, owner: SearchOwner): Promise<SavedSearch[]> =>
  readSearches(db, owner)

export async function findSavedSearch(
  db: DbOrTx,
  owner: SearchOwner,
  id: string,
): Promise<SavedSearch | undefined> {
  const [found] = await readSearches(db, owner, sql`and s.id = ${id}`)
  return found
}

export async function countActiveSearches(
  db: DbOrTx,
  { accountId }: SearchOwner,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_searches s join events e on e.id = s.event_id
    where s.account_id = ${accountId} and e.status <> 'cancelled'
      and (e.status = 'postponed' or e.starts_at > ${now})`.execute(db)
  return rows[0]?.count ?? 0
}

export async function countSavedSearches(db: DbOrTx, { accountId, teamId }: SearchOwner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_searches where account_id = ${accountId} and team_id = ${teamId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export interface NewSearch extends SearchOwner {
  id: string
  eventId: number
  name: string
  filter: StoredFilter
  currency: string
  isNotified: boolean
  isEmailed: boolean
  now: Date
}

/** The account's search of the same event with the same filters. */
export async function findEqualSearch(tx: Tx, search: NewSearch): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from saved_searches
    where account_id = ${search.accountId} and team_id = ${search.teamId} and event_id = ${search.eventId}
      and currency = ${search.currency} and md5(filter::text) = md5(${JSON.stringify(search.filter)}::jsonb::text)`.execute(
    tx,
  )
  return rows[0]?.id
}

export async function insertSearch(tx: Tx, search: NewSearch): Promise<void> {
  await sql`
    insert into saved_searches (id, account_id, team_id, event_id, name, filter, currency, is_notified, is_emailed, created_at)
    values (${search.id}, ${search.accountId}, ${search.teamId}, ${search.eventId}, ${search.name},
      ${JSON.stringify(search.filter)}::jsonb, ${search.currency}, ${search.isNotified}, ${search.isEmailed}, ${search.now})`.execute(
    tx,
  )
}

export interface SearchChange {
  name?: string | undefined
  isNotified?: boolean | undefined
  isEmailed?: boolean | undefined
}

/** Changes a locked search. Switching all alerts off drops the baseline, so that switching them on records a new one. */
export async function updateSearch(
  tx: Tx,
  id: string,
  { name, isNotified, isEmailed }: SearchChange,
): Promise<void> {
  await sql`
    update saved_searches s set name = coalesce(${name ?? null}, s.name),
      is_notified = coalesce(${isNotified ?? null}, s.is_notified), is_emailed = coalesce(${isEmailed ?? null}, s.is_emailed),
      has_baseline = s.has_baseline and (coalesce(${isNotified ?? null}, s.is_notified) or coalesce(${isEmailed ?? null}, s.is_emailed))
    where s.id = ${id}`.execute(tx)
}

/** Locks the search against its evaluation; `undefined` when the account has no such search. */
export async function lockSearch(
  tx: Tx,
  { accountId, teamId }: SearchOwner,
  id: string,
): Promise<{ eventId: number; isNotified: boolean; isEmailed: boolean } | undefined> {
  const { rows } = await sql<{ eventId: number; isNotified: boolean; isEmailed: boolean }>`
    select event_id as "eventId", is_notified as "isNotified", is_emailed as "isEmailed" from saved_searches
    where id = ${id} and account_id = ${accountId} and team_id = ${teamId} for update`.execute(tx)
  return rows[0]
}

export async function deleteSearch(
  db: DbOrTx,
  { accountId, teamId }: SearchOwner,
  id: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from saved_searches where id = ${id} and account_id = ${accountId} and team_id = ${teamId}`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Deletes searches of events that ended more than 30 days ago, and returns how many. */
export async function purgeEndedSearches(db: DbOrTx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from saved_searches s using events e
    where e.id = s.event_id and e.starts_at < now() - interval '30 days' and e.status <> 'postponed'`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

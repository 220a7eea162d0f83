import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { CalendarFeed, FeedSubject } from './calendar-feed.ts'

const fetchedIntervalMinutes = 5
/** For so long a revoked address says that it was revoked. */
const revokedDays = 400

interface Row {
  id: string
  kind: FeedSubject['kind']
  subjectId: number | null
  name: string | null
  slug: string | null
  createdAt: Date
  fetchedAt: Date | null
}

const columns = sql`f.id, f.kind, coalesce(f.performer_id, f.venue_id) as "subjectId", coalesce(p.name, v.name) as name,
  coalesce(p.slug, v.slug) as slug, f.created_at as "createdAt", f.fetched_at as "fetchedAt"`
const subjects = sql`left join performers p on p.id = f.performer_id left join venues v on v.id = f.venue_id`

/** The account's calendars that work, newest first. */
export async function readFeeds(db: DbOrTx, accountId: string): Promise<CalendarFeed[]> {
  return read(
    db,
    sql`where f.account_id = ${accountId} and f.revoked_at is null order by f.created_at desc, f.id`,
  )
}

export async function findFeed(db: DbOrTx, id: string): Promise<CalendarFeed | undefined> {
  return (await read(db, sql`where f.id = ${id}`))[0]
}

async function read(db: DbOrTx, where: RawBuilder<unknown>): Promise<CalendarFeed[]> {
  const { rows } = await sql<Row>`select ${columns} from calendar_feeds f ${subjects} ${where}`.execute(db)
  return rows.map(toFeed)
}

function toFeed({ kind, subjectId, ...row }: Row): CalendarFeed {
  return {
    ...row,
    subject: kind === 'mine' || subjectId === null ? { kind: 'mine' } : { kind, id: subjectId },
  }
}

/** Makes the account's other changes of calendars wait; returns how many of its calendars work. */
export async function lockFeeds(tx: Tx, accountId: string): Promise<number> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from calendar_feeds
    where account_id = ${accountId} and revoked_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

interface NewFeed {
  id: string
  accountId: string
  subject: FeedSubject
  tokenHash: Buffer
  createdAt: Date
}

/** False if the performer or venue does not exist. */
export async function insertFeed(
  tx: Tx,
  { id, accountId, subject, tokenHash, createdAt }: NewFeed,
): Promise<boolean> {
  const idOf = (kind: FeedSubject['kind']) => (subject.kind === kind && 'id' in subject ? subject.id : null)
  const { numAffectedRows } = await sql`
    insert into calendar_feeds (id, account_id, kind, performer_id, venue_id, token_hash, created_at)
    select ${id}, ${accountId}, ${subject.kind}, p.id, v.id, ${tokenHash}, ${createdAt}
    from (select ${idOf('performer')}::integer as performer_id, ${idOf('venue')}::integer as venue_id) wanted
    left join performers p on p.id = wanted.performer_id
    left join venues v on v.id = wanted.venue_id
    where ${subject.kind} = 'mine' or p.id is not null or v.id is not null`.execute(tx)
  return numAffectedRows === 1n
}

/** Ends the address; undefined unless it is the account's and works. */
export async function revokeFeed(
  tx: Tx,
  { id, accountId, now }: { id: string; accountId: string; now: Date },
): Promise<FeedSubject | undefined> {
  const { rows } = await sql<Pick<Row, 'kind' | 'subjectId'>>`
    update calendar_feeds set revoked_at = ${now}
    where id = ${id} and account_id = ${accountId} and revoked_at is null
    returning kind, coalesce(performer_id, venue_id) as "subjectId"`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  return row.kind === 'mine' || row.subjectId === null
    ? { kind: 'mine' }
    : { kind: row.kind, id: row.subjectId }
}

export interface FeedOwner {
  accountId: string
  teamId: string
  /** Neither revoked nor of an account that was suspended or has left its team. */
  isLive: boolean
}

/** The calendar at an address; undefined if there never was one. */
export async function findFeedByToken(
  db: DbOrTx,
  tokenHash: Buffer,
): Promise<(CalendarFeed & FeedOwner) | undefined> {
  const { rows } = await sql<Row & FeedOwner>`
    select ${columns}, a.id as "accountId", a.team_id as "teamId",
      f.revoked_at is null and a.status = 'active' as "isLive"
    from calendar_feeds f ${subjects} join accounts a on a.id = f.account_id
    where f.token_hash = ${tokenHash}`.execute(db)
  const [row] = rows
  return row && { ...toFeed(row), accountId: row.accountId, teamId: row.teamId, isLive: row.isLive }
}

/** Records that the calendar was read, unless it was within the last minutes. */
export async function markFetched(db: DbOrTx, id: string, now: Date): Promise<void> {
  await sql`
    update calendar_feeds set fetched_at = ${now}
    where id = ${id} and (fetched_at is null
      or fetched_at < ${now}::timestamptz - make_interval(mins => ${fetchedIntervalMinutes}))`.execute(db)
}

/** Deletes calendar addresses that were revoked more than `revokedDays` ago; returns how many. */
export async function purgeRevokedCalendarFeeds(db: DbOrTx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from calendar_feeds
    where revoked_at < clock_timestamp() - make_interval(days => ${revokedDays})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

import { maxCalendarFeeds } from '@terrace/contracts/calendars'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { Clock } from '#api/shared/clock.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { CalendarFeed, FeedSubject } from './calendar-feed.ts'
import { findFeed, insertFeed, lockFeeds, revokeFeed } from './calendar-feeds.repo.ts'
import { calendarErrors } from './calendars.errors.ts'

interface FeedDeps {
  db: Db
  clock: Clock
  ids: Ids
}

interface By {
  account: AuthenticatedAccount
  caller: Caller
}

/** The calendar with the only copy of its token. */
export type CreatedFeed = CalendarFeed & { token: string }

/**
 * Gives the account a new secret address.
 * @throws `calendar.too_many`, `calendar.subject_not_found`
 */
export async function createFeed(deps: FeedDeps, subject: FeedSubject, by: By): Promise<CreatedFeed> {
  return inTransaction(deps.db, async (tx) => {
    const count = await lockFeeds(tx, by.account.accountId)
    if (count >= maxCalendarFeeds) throw calendarErrors.make('calendar.too_many')
    return insert(tx, deps, subject, by)
  })
}

/**
 * Ends an address and creates another one of the same calendar.
 * @throws `calendar.not_found`
 */
export async function replaceFeed(deps: FeedDeps, id: string, by: By): Promise<CreatedFeed> {
  return inTransaction(deps.db, async (tx) => insert(tx, deps, await end(tx, deps, id, by), by))
}

/** @throws `calendar.not_found` */
export async function endFeed(deps: FeedDeps, id: string, by: By): Promise<void> {
  await inTransaction(deps.db, (tx) => end(tx, deps, id, by))
}

async function insert(tx: Tx, { ids, clock }: FeedDeps, subject: FeedSubject, by: By): Promise<CreatedFeed> {
  const id = ids.next('cal')
  const token = ids.secret()
  const { accountId } = by.account
  const isInserted = await insertFeed(tx, {
    id,
    accountId,
    subject,
    tokenHash: hashToken(token),
    createdAt: clock.now(),
  })
  const feed = isInserted ? await findFeed(tx, id) : undefined
  if (!feed) throw calendarErrors.make('calendar.subject_not_found')
  await record(tx, 'calendar.address_created', subject, by)
  return { ...feed, token }
}

async function end(tx: Tx, { clock }: FeedDeps, id: string, by: By): Promise<FeedSubject> {
  const subject = await revokeFeed(tx, { id, accountId: by.account.accountId, now: clock.now() })
  if (!subject) throw calendarErrors.make('calendar.not_found')
  await record(tx, 'calendar.address_revoked', subject, by)
  return subject
}

function record(
  tx: Tx,
  kind: 'calendar.address_created' | 'calendar.address_revoked',
  subject: FeedSubject,
  { account, caller }: By,
): Promise<void> {
  const { accountId, teamId, sessionId } = account
  return recordSecurityEvents(tx, {
    kind,
    caller,
    actorId: accountId,
    accountId,
    teamId,
    sessionId,
    details: { calendar: subject.kind },
  })
}

import { maxNotifications, type NotificationKind } from '@terrace/contracts/notifications'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { NotificationSeverity } from './notification-severity.ts'

export interface NewNotification {
  id: string
  accountId: string
  kind: NotificationKind
  severity: NotificationSeverity
  title: string
  detail: string
  link: string | null
  /** Identifies the reported event; an account gets one notification per source. */
  source: string
  at: Date
}

export type Notification = Omit<NewNotification, 'source' | 'accountId'> & { readAt: Date | null }

/** Adds notifications except repeated ones, and deletes the oldest of each account beyond the maximum. */
export async function insertNotifications(tx: Tx, added: readonly NewNotification[]): Promise<void> {
  if (added.length === 0) return
  await tx
    .insertInto('notifications')
    .values(added.map(toRow))
    .onConflict((conflict) => conflict.columns(['account_id', 'source']).doNothing())
    .execute()
  await deleteOldest(tx, added)
}

/**
 * Like {@link insertNotifications}, for a caller of which only one transaction runs at a time, such as a durable subscriber.
 * No other transaction inserts the same notification, so `on conflict` is not needed, which writes more to the
 * write-ahead log.
 */
export async function insertNotificationsAsOnlyWriter(
  tx: Tx,
  added: readonly NewNotification[],
): Promise<void> {
  if (added.length === 0) return
  await sql`
    insert into notifications (id, account_id, kind, severity, title, detail, link, source, at)
    select distinct on (a.account_id, a.source) a.*
    from jsonb_to_recordset(${JSON.stringify(added.map(toRow))}::jsonb) as a (id text, account_id text, kind text,
      severity text, title text, detail text, link text, source text, at timestamptz)
    where not exists (
      select from notifications n where n.account_id = a.account_id and n.source = a.source)
    order by a.account_id, a.source, a.id`.execute(tx)
  await deleteOldest(tx, added)
}

const toRow = ({ accountId, ...content }: NewNotification) => ({ account_id: accountId, ...content })

async function deleteOldest(tx: Tx, added: readonly NewNotification[]): Promise<void> {
  const accountIds = [...new Set(added.map(({ accountId }) => accountId))]
  await sql`
    delete from notifications n
    using (
      select id, row_number() over (partition by account_id order by at desc, id) as position
      from notifications where account_id = any(${accountIds}::text[])
    ) ranked
    where ranked.id = n.id and ranked.position > ${maxNotifications}`.execute(tx)
}

/** The account's notifications, newest first. */
export async function readNotifications(db: DbOrTx, accountId: string): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    select id, kind, severity, title, detail, link, at, read_at as "readAt"
    from notifications where account_id = ${accountId}
    order by at desc, id limit ${maxNotifications}`.execute(db)
  return rows
}

export async function countUnread(db: DbOrTx, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notifications where account_id = ${accountId} and read_at is null`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Marks the account's unread ones among these ids as read and returns how many. */
export async function markRead(
  tx: Tx,
  { accountId, ids, now }: { accountId: string; ids: readonly string[]; now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update notifications set read_at = ${now}
    where account_id = ${accountId} and id = any(${ids}::text[]) and read_at is null`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

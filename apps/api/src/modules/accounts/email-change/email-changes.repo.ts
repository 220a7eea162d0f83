import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** How long a request can be confirmed, and each of its links works. */
export const confirmHours = 24
/** How long the previous address can undo a change. */
export const undoHours = 72

export interface EmailChange {
  id: string
  accountId: string
  oldEmail: string
  newEmail: string
  siteOrigin: string
  requestedAt: Date
}

const columns = sql`c.id, c.account_id as "accountId", c.old_email as "oldEmail", c.new_email as "newEmail",
  c.site_origin as "siteOrigin", c.requested_at as "requestedAt"`

const isPending = sql`c.confirmed_at is null and c.ended_at is null
  and c.requested_at > clock_timestamp() - make_interval(hours => ${confirmHours})`
const isUndoable = sql`c.confirmed_at > clock_timestamp() - make_interval(hours => ${undoHours})
  and c.undone_at is null`

export async function insertEmailChange(tx: Tx, change: Omit<EmailChange, 'requestedAt'>): Promise<void> {
  await tx
    .insertInto('email_changes')
    .values({
      id: change.id,
      account_id: change.accountId,
      old_email: change.oldEmail,
      new_email: change.newEmail,
      site_origin: change.siteOrigin,
    })
    .execute()
}

/** Requests in the last hour, of the account and for the address by any account. */
export async function countEmailChanges(
  tx: Tx,
  { accountId, newEmail }: { accountId: string; newEmail: string },
): Promise<{ ofAccount: number; forAddress: number }> {
  const { rows } = await sql<{ ofAccount: number; forAddress: number }>`
    select count(*) filter (where account_id = ${accountId})::int as "ofAccount",
      count(*) filter (where lower(new_email) = ${newEmail.toLowerCase()})::int as "forAddress"
    from email_changes
    where requested_at > clock_timestamp() - interval '1 hour'
      and (account_id = ${accountId} or lower(new_email) = ${newEmail.toLowerCase()})`.execute(tx)
  return rows[0] ?? { ofAccount: 0, forAddress: 0 }
}

/** The newest request that can still be confirmed. */
export async function findPendingChange(db: DbOrTx, accountId: string): Promise<EmailChange | undefined> {
  const { rows } = await sql<EmailChange>`
    select ${columns} from email_changes c where c.account_id = ${accountId} and ${isPending}
    order by c.requested_at desc limit 1`.execute(db)
  return rows[0]
}

/** A request of an active account that can still be confirmed. */
export async function findPendingChangeById(db: DbOrTx, id: string): Promise<EmailChange | undefined> {
  const { rows } = await sql<EmailChange>`
    select ${columns} from email_changes c join accounts a on a.id = c.account_id
    where c.id = ${id} and ${isPending} and a.status = 'active'`.execute(db)
  return rows[0]
}

/** A change that its previous address can still undo, with the time until which it can. */
export async function findUndoableChangeById(
  db: DbOrTx,
  id: string,
): Promise<(EmailChange & { undoUntil: Date }) | undefined> {
  const { rows } = await sql<EmailChange & { undoUntil: Date }>`
    select ${columns}, c.confirmed_at + make_interval(hours => ${undoHours}) as "undoUntil"
    from email_changes c join accounts a on a.id = c.account_id
    where c.id = ${id} and ${isUndoable} and a.status <> 'removed'`.execute(db)
  return rows[0]
}

/** Until when a previous address can undo a change of the account. */
export async function readUndoUntil(db: DbOrTx, accountId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(c.confirmed_at) + make_interval(hours => ${undoHours}) as until
    from email_changes c where c.account_id = ${accountId} and ${isUndoable}`.execute(db)
  return rows[0]?.until ?? undefined
}

export async function insertChangeToken(
  db: DbOrTx,
  {
    hash,
    changeId,
    purpose,
    expiresAt,
  }: { hash: Buffer; changeId: string; purpose: 'confirm' | 'undo'; expiresAt?: Date },
): Promise<void> {
  await db
    .insertInto('email_change_tokens')
    .values({
      token_hash: hash,
      change_id: changeId,
      purpose,
      expires_at: expiresAt ?? sql<Date>`clock_timestamp() + make_interval(hours => ${confirmHours})`,
    })
    .execute()
}

/** The change that the link belongs to, and locks its account. The caller then reads whether the change can happen. */
export async function lockChangeOfToken(
  tx: Tx,
  hash: Buffer,
  purpose: 'confirm' | 'undo',
): Promise<{ changeId: string } | undefined> {
  const { rows } = await sql<{ changeId: string }>`
    select c.id as "changeId"
    from email_change_tokens t join email_changes c on c.id = t.change_id join accounts a on a.id = c.account_id
    where t.token_hash = ${hash} and t.purpose = ${purpose} and t.expires_at > clock_timestamp()
    for no key update of a`.execute(tx)
  return rows[0]
}

export async function writeConfirmed(tx: Tx, id: string, oldEmail: string): Promise<void> {
  await sql`
    update email_changes set confirmed_at = clock_timestamp(), old_email = ${oldEmail} where id = ${id}`.execute(
    tx,
  )
}

/** Marks the change and those after it as undone. Returns the addresses that they took from the account. */
export async function writeUndone(tx: Tx, { id, accountId }: EmailChange): Promise<string[]> {
  const { rows } = await sql<{ oldEmail: string }>`
    update email_changes set undone_at = clock_timestamp()
    where account_id = ${accountId} and undone_at is null
      and confirmed_at >= (select confirmed_at from email_changes where id = ${id})
    returning old_email as "oldEmail"`.execute(tx)
  return rows.map(({ oldEmail }) => oldEmail)
}

/** Ends the account's requests that wait for a confirmation, except those for one address. Returns how many. */
export async function endPendingChanges(
  tx: Tx,
  accountId: string,
  { exceptFor }: { exceptFor?: string } = {},
): Promise<number> {
  const { rows } = await sql`
    update email_changes c set ended_at = clock_timestamp()
    where c.account_id = ${accountId} and ${isPending}
      and lower(c.new_email) <> ${exceptFor?.toLowerCase() ?? ''}
    returning c.id`.execute(tx)
  return rows.length
}

export async function purgeOldEmailChanges(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('email_changes')
    .where('requested_at', '<', sql<Date>`clock_timestamp() - interval '30 days'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

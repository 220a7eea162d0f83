import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export interface ClosedAccount {
  id: string
  teamId: string
  email: string
  username: string
  status: string
  isErased: boolean
  /** No one else is in the team, so its data are the account's. */
  isLastOfTeam: boolean
}

/** Locks the account until the transaction ends. */
export async function lockAccount(tx: Tx, id: string): Promise<ClosedAccount | undefined> {
  const { rows } = await sql<ClosedAccount>`
    select a.id, a.team_id as "teamId", a.email, a.username, a.status, a.erased_at is not null as "isErased",
      not exists (select from accounts o where o.team_id = a.team_id and o.id <> a.id and o.status <> 'removed')
        as "isLastOfTeam"
    from accounts a where a.id = ${id} for no key update`.execute(tx)
  return rows[0]
}

/** Closed accounts whose time is over, oldest first. */
export async function findErasable(
  db: DbOrTx,
  { until, limit }: { until: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where status = 'removed' and erased_at is null and closed_at < ${until}
    order by closed_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countErasable(db: DbOrTx, until: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from accounts
    where status = 'removed' and erased_at is null and closed_at < ${until}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findOldestClosed(db: DbOrTx): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(closed_at) as oldest from accounts where status = 'removed' and erased_at is null`.execute(db)
  return rows[0]?.oldest ?? null
}

/** Tables that belong to an account: their rows go with it. Reserved names are hashes and end by themselves. */
async function tablesOfAccount(tx: Tx): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.confrelid = 'accounts'::regclass and c.contype = 'f' and c.confdeltype = 'c'
      and c.conrelid <> 'reserved_account_names'::regclass
    order by 1`.execute(tx)
  return rows
}

/** Replaces names and addresses, and deletes what only the account needs. Orders and histories keep its id. */
export async function eraseAccount(tx: Tx, { id, email, username }: ClosedAccount): Promise<void> {
  for (const { table, column } of await tablesOfAccount(tx))
    await sql`delete from ${sql.raw(table)} where ${sql.ref(column)} = ${id}`.execute(tx)
  await tx.deleteFrom('notifications').where('account_id', '=', id).execute()
  await tx.deleteFrom('ticket_download_links').where('account_id', '=', id).execute()
  await tx.deleteFrom('password_resets').where('email_key', '=', email.toLowerCase()).execute()
  await tx.deleteFrom('login_failures').where('username_key', '=', username.toLowerCase()).execute()
  await sql`
    update accounts set first_name = 'Removed', last_name = 'member', email = 'erased-' || id || '@erased.invalid',
      username = 'erased-' || id, phone = '', country_code = '', referral_code = null, password_hash = 'none',
      erased_at = clock_timestamp()
    where id = ${id}`.execute(tx)
  await sql`
    update checkout_attempts set email = 'erased@erased.invalid', phone = ''
    where account_id = ${id} and not is_open`.execute(tx)
}

/** Personal data of a team without members. Its name stays, because invoices have it. */
export async function eraseTeam(tx: Tx, teamId: string): Promise<string[]> {
  for (const table of [
    'client_proposals',
    'clients',
    'client_books',
    'saved_people',
    'checkout_drafts',
    'checkout_contacts',
    'saved_cards',
    'card_setups',
    'team_quote_settings',
    'team_quote_logos',
    'idempotency_keys',
    'seller_documents',
    'seller_accounts',
    'suspended_listings',
  ])
    await sql`delete from ${sql.table(table)} where team_id = ${teamId}`.execute(tx)
  await sql`delete from team_invitation_emails where team_id = ${teamId}`.execute(tx)
  await sql`delete from team_invitations where team_id = ${teamId}`.execute(tx)
  await sql`update teams set email = 'erased-' || id || '@erased.invalid', legal_name = null, legal_address = null,
      tax_number = null
    where id = ${teamId}`.execute(tx)
  // Free text that may name persons.
  await sql`update listings set internal_notes = null, tags = '{}'
    where seller_team_id = ${teamId} and (internal_notes is not null or tags <> '{}')`.execute(tx)
  await sql`delete from bulk_edits where team_id = ${teamId}`.execute(tx)
  await sql`
    update listing_changes set "before" = "before" - array['internal_notes', 'tags'],
      "after" = "after" - array['internal_notes', 'tags']
    where listing_id in (select id from listings where seller_team_id = ${teamId})
      and ("before" || "after") ?| array['internal_notes', 'tags']`.execute(tx)
  const quotes = await tx.selectFrom('quotes').select('id').where('team_id', '=', teamId).execute()
  return quotes.map(({ id }) => id)
}

import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface ExportedAccount {
  id: string
  teamId: string
  isOwner: boolean
}

/** An account that is not closed, by its id or its username. */
export async function findExported(
  db: DbOrTx,
  { id = '', username = '' }: { id?: string; username?: string },
): Promise<ExportedAccount | undefined> {
  const { rows } = await sql<ExportedAccount>`
    select id, team_id as "teamId", team_role = 'owner' as "isOwner" from accounts
    where (id = ${id} or lower(username) = ${username.toLowerCase()}) and status <> 'removed'`.execute(db)
  return rows[0]
}

const orderColumns = sql`o.number, o.placed_at, o.state, o.currency, o.tickets_minor, o.fee_minor, o.total_minor,
  o.email, o.phone, o.card_brand, o.card_last4,
  (select jsonb_agg(jsonb_build_object('quantity', l.quantity, 'state', l.state, 'event', l.snapshot ->> 'eventTitle',
    'venue', l.snapshot ->> 'venueName', 'section', l.snapshot ->> 'section') order by l.id)
    from order_lines l where l.order_id = o.id) as lines,
  (select jsonb_build_object('issuer', i.issuer, 'number', i.number, 'issued_at', i.issued_at)
    from invoices i where i.order_id = o.id) as invoice`

/** Own data by the name of their file. Without hashes, secrets and what other members or clients entered. */
const ownFiles: Readonly<Record<string, (accountId: string) => RawBuilder<unknown>>> = {
  'profile.json': (id) => sql`
    select a.username, a.email, a.first_name, a.last_name, a.country_code, a.phone, a.role, a.team_role, a.created_at,
      a.email_verified_at, t.name as team,
      case when a.team_role = 'owner' then t.legal_name end as legal_name,
      case when a.team_role = 'owner' then t.legal_address end as legal_address,
      case when a.team_role = 'owner' then t.tax_number end as tax_number
    from accounts a join teams t on t.id = a.team_id where a.id = ${id}`,
  'preferences.json': (id) => sql`
    select key, value, updated_at from account_preferences where account_id = ${id} order by key`,
  'sessions.json': (id) => sql`
    select user_agent as device, ip_address, created_at, last_seen_at, revoked_at from sessions
    where account_id = ${id} order by created_at`,
  'security-log.json': (id) => sql`
    select at, kind, ip_address, user_agent as device from security_events where actor_id = ${id} order by id`,
  'orders.json': (id) => sql`
    select ${orderColumns} from orders o where o.account_id = ${id} order by o.placed_at`,
  'quotes.json': (id) => sql`
    select title, state, created_at, expires_at, currency from quotes where created_by = ${id} order by created_at`,
  'holds.json': (id) => sql`
    select created_at, expires_at, state, quantity, event_id from holds where created_by = ${id} order by created_at`,
  'tracked-listings.json': (id) => sql`
    select listing_id, tracked_at, ended_at from tracked_listings where account_id = ${id} order by tracked_at`,
  'saved-searches.json': (id) => sql`
    select name, event_id, filter, currency, created_at from saved_searches where account_id = ${id} order by created_at`,
  'listing-changes.json': (id) => sql`
    select listing_id, at, kind, "before", "after" from listing_changes where account_id = ${id} order by id`,
  'notifications.json': (id) => sql`
    select at, title, detail, read_at from notifications where account_id = ${id} order by at`,
  'reported-issues.json': (id) => sql`
    select kind, text, reported_at from issue_reports where account_id = ${id} order by reported_at`,
}

/** Business data of a team, for an owner. */
const teamFiles: Readonly<Record<string, (teamId: string) => RawBuilder<unknown>>> = {
  'team/orders.json': (id) => sql`
    select ${orderColumns}, o.reference, o.internal_note, o.client_name from orders o where o.team_id = ${id}
    order by o.placed_at`,
  'team/quotes.json': (id) => sql`
    select title, client_name, note, reference, internal_note, state, currency, created_at, expires_at, response_kind,
      responded_at, response_name, response_email, response_reason
    from quotes where team_id = ${id} order by created_at`,
  'team/listings.json': (id) => sql`
    select id, event_id, external_id, section, "row", first_seat, last_seat, seats, quantity, sold, currency, price_minor,
      cost_minor, floor_minor, notes, internal_notes, tags, status, created_at
    from listings where seller_team_id = ${id} order by created_at, id`,
  'team/quote-settings.json': (id) => sql`
    select name, colour, contact_email, contact_phone, quote_origin, default_note from team_quote_settings
    where team_id = ${id}`,
}

/** Names and queries of the JSON files, to be read one after the other. */
export function jsonFilesOf(
  { id, teamId }: ExportedAccount,
  { withTeam }: { withTeam: boolean },
): { name: string; read(db: DbOrTx): Promise<unknown[]> }[] {
  const read = (query: RawBuilder<unknown>) => async (db: DbOrTx) => (await query.execute(db)).rows
  return [
    ...Object.entries(ownFiles).map(([name, query]) => ({ name, read: read(query(id)) })),
    ...(withTeam ? Object.entries(teamFiles) : []).map(([name, query]) => ({
      name,
      read: read(query(teamId)),
    })),
  ]
}

/** Delivered ticket files of the account's orders, with `withTeam` of all of the team's. */
export async function findTicketFiles(
  db: DbOrTx,
  { id, teamId }: ExportedAccount,
  { withTeam }: { withTeam: boolean },
): Promise<{ order: string; ticketId: string; fileName: string; storageKey: string }[]> {
  const { rows } = await sql<{ order: string; ticketId: string; fileName: string; storageKey: string }>`
    select o.number as "order", t.id as "ticketId", t.file_name as "fileName", t.storage_key as "storageKey"
    from tickets t join order_lines l on l.id = t.line_id join orders o on o.id = l.order_id
    where t.kind = 'file' and l.state <> 'cancelled'
      and (o.account_id = ${id} or (${withTeam} and o.team_id = ${teamId}))
    order by o.number, t.id`.execute(db)
  return rows
}

/** Orders and quotes whose PDFs are exported: the account's, with `withTeam` all of the team's. */
export async function findDocuments(
  db: DbOrTx,
  { id, teamId }: ExportedAccount,
  { withTeam }: { withTeam: boolean },
): Promise<{ orderIds: string[]; quoteIds: string[] }> {
  const { rows } = await sql<{ orderIds: string[]; quoteIds: string[] }>`
    select array(select o.id from orders o where o.account_id = ${id} or (${withTeam} and o.team_id = ${teamId})
        order by o.placed_at) as "orderIds",
      array(select q.id from quotes q where q.team_id = ${teamId} and (q.created_by = ${id} or ${withTeam})
        order by q.created_at) as "quoteIds"`.execute(db)
  return rows[0] ?? { orderIds: [], quoteIds: [] }
}

/** The team's application to sell, limits and suspension. */
export async function findSeller(
  db: DbOrTx,
  teamId: string,
): Promise<{ encryptedDetails: Buffer | null; encryptedChange: Buffer | null; state: string } | undefined> {
  const { rows } = await sql<{
    encryptedDetails: Buffer | null
    encryptedChange: Buffer | null
    state: string
  }>`
    select a.encrypted_details as "encryptedDetails", a.encrypted_change as "encryptedChange", a.state, a.created_at, a.submitted_at, a.decided_at,
      a.operator_note, a.change_requested_at, a.change_note, a.exposure_limit_minor, a.exposure_currency, a.unconfirmed_limit, a.suspended_at,
      a.suspension_reason, (select coalesce(json_agg(d.name order by d.created_at), '[]') from seller_documents d
        where d.team_id = a.team_id) as documents
    from seller_accounts a where a.team_id = ${teamId}`.execute(db)
  return rows[0]
}

export async function findLogo(
  db: DbOrTx,
  teamId: string,
): Promise<{ mediaType: string; bytes: Buffer } | undefined> {
  const row = await db
    .selectFrom('team_quote_logos')
    .select(['media_type as mediaType', 'bytes'])
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  return row
}

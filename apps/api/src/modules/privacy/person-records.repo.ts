import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export interface QuoteOfPerson {
  id: string
  teamId: string
  title: string
  clientName: string | null
  responseName: string | null
  responseEmail: string | null
  responseReason: string | null
  respondedAt: Date | null
  /** The address's own responses, oldest first; a later response by someone else replaces the one on the quote. */
  responses: { at: string; event: string; name: string | null }[]
}

/** An entry `h` of a quote's history that has the address. */
const isResponseOf = (email: string) =>
  sql<boolean>`h.details ? 'email' and lower(h.details ->> 'email') = ${email.toLowerCase()}`

/** Quotes that the address has ever responded to, that were sent to it, or that are for one of these clients. */
export async function findQuotes(
  db: DbOrTx,
  { email, clientIds }: { email: string; clientIds: readonly string[] },
): Promise<QuoteOfPerson[]> {
  const { rows } = await sql<QuoteOfPerson>`
    select q.id, q.team_id as "teamId", q.title, q.client_name as "clientName", q.response_name as "responseName",
      q.response_email as "responseEmail", q.response_reason as "responseReason", q.responded_at as "respondedAt",
      coalesce((select jsonb_agg(jsonb_build_object('at', h.at, 'event', h.event, 'name', h.actor_name) order by h.id)
        from quote_history h where h.quote_id = q.id and ${isResponseOf(email)}), '[]') as responses
    from quotes q
    where lower(q.response_email) = ${email.toLowerCase()}
      or q.id in (select h.quote_id from quote_history h where ${isResponseOf(email)})
      or q.id in (select quote_id from quote_emails where lower(email) = ${email.toLowerCase()})
      or q.id in (select quote_id from client_quotes where client_id = any(${clientIds}::text[]))
    order by q.id`.execute(db)
  return rows
}

export interface SentQuote {
  quoteId: string
  email: string
  message: string
  requestedAt: Date
}

export async function findQuoteEmails(db: DbOrTx, email: string): Promise<SentQuote[]> {
  const { rows } = await sql<SentQuote>`
    select quote_id as "quoteId", email, message, requested_at as "requestedAt" from quote_emails
    where lower(email) = ${email.toLowerCase()} order by requested_at`.execute(db)
  return rows
}

export interface OrderOfPerson {
  id: string
  number: string
  placedAt: Date
  clientName: string | null
  email: string
  phone: string
  isDelivered: boolean
  isEventOver: boolean
  hasOpenDispute: boolean
}

/** Orders with this contact address, by one of these accounts, or for one of these clients or lines. */
export async function findOrders(
  db: DbOrTx,
  {
    email = '',
    accountId = '',
    clientIds = [],
    orderIds = [],
  }: { email?: string; accountId?: string; clientIds?: readonly string[]; orderIds?: readonly string[] },
): Promise<OrderOfPerson[]> {
  const { rows } = await sql<OrderOfPerson>`
    select o.id, o.number, o.placed_at as "placedAt", o.client_name as "clientName", o.email, o.phone,
      o.state <> 'confirmed' as "isDelivered",
      not exists (select from order_lines l join catalogue_events e on e.id = l.event_id
        where l.order_id = o.id and l.state <> 'cancelled' and e.starts_at > clock_timestamp()) as "isEventOver",
      exists (select from payment_disputes d where d.attempt_id = o.attempt_id and d.state = 'open')
        or exists (select from order_refunds r where r.order_id = o.id and r.state = 'pending') as "hasOpenDispute"
    from orders o
    where o.account_id = ${accountId} or (${email} <> '' and lower(o.email) = ${email.toLowerCase()})
      or o.client_id = any(${clientIds}::text[]) or o.id = any(${orderIds}::text[])
    order by o.id`.execute(db)
  return rows
}

/** Keeps the orders as they are until the transaction ends. */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from orders where id = any(${ids}::text[]) order by id for no key update`.execute(tx)
}

/** Payments that may still become an order. */
export async function countOpenPayments(
  db: DbOrTx,
  {
    email = '',
    accountId = '',
    clientIds = [],
  }: { email?: string; accountId?: string; clientIds?: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from checkout_attempts
    where is_open and (account_id = ${accountId} or (${email} <> '' and lower(email) = ${email.toLowerCase()})
      or client_id = any(${clientIds}::text[]))`.execute(db)
  return rows[0]?.count ?? 0
}

export interface AccountOfPerson {
  id: string
  username: string
  status: string
}

/** Accounts with this address that are not closed. */
export async function findOpenAccounts(db: DbOrTx, email: string): Promise<AccountOfPerson[]> {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'status'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('status', '<>', 'removed')
    .execute()
}

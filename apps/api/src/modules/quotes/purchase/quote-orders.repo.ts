import { quoteStates, type QuoteState } from '@terrace/domain/lifecycles/quote-lifecycle'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { slugHash } from '../quote-slug.ts'

/** A quote as referenced by a purchase. */
export interface CheckoutQuote {
  id: string
  eventId: number
}

/** The team's quote at a link; `undefined` also for another team's. */
export async function findCheckoutQuoteBySlug(
  db: DbOrTx,
  { teamId, slug }: { teamId: string; slug: string },
): Promise<CheckoutQuote | undefined> {
  return quotesOfTeam(db, teamId).where('slug_hash', '=', slugHash(slug)).executeTakeFirst()
}

/** The team's quote by id; `undefined` also for another team's. */
export async function findCheckoutQuote(
  db: DbOrTx,
  { teamId, id }: { teamId: string; id: string },
): Promise<CheckoutQuote | undefined> {
  return quotesOfTeam(db, teamId).where('id', '=', id).executeTakeFirst()
}

function quotesOfTeam(db: DbOrTx, teamId: string) {
  return db.selectFrom('quotes').select(['id', 'event_id as eventId']).where('team_id', '=', teamId)
}

/** Whether the quote offers any of these listings, by name or with its whole event. */
export async function offersAnyOf(
  db: DbOrTx,
  quoteId: string,
  { listingIds, eventIds }: { listingIds: readonly string[]; eventIds: readonly number[] },
): Promise<boolean> {
  const { rows } = await sql<{ offers: boolean }>`
    select exists (select from quote_offers where quote_id = ${quoteId} and listing_id = any(${listingIds}))
      or exists (select from quotes where id = ${quoteId} and scope = 'event' and event_id = any(${eventIds}))
      as offers`.execute(db)
  return rows[0]?.offers ?? false
}

/**
 * Locks the quote before the listings, in the same order as an acceptance that places holds; otherwise the two could
 * deadlock.
 */
export async function lockQuoteForOrder(tx: Tx, id: string): Promise<{ id: string; title: string }> {
  return tx
    .selectFrom('quotes')
    .select(['id', 'title'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function filterTeamQuoteIds(
  db: DbOrTx,
  { teamId, ids }: { teamId: string; ids: readonly string[] },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('quotes')
    .select('id')
    .where('team_id', '=', teamId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

interface NewQuoteOrder {
  /** The order. */
  id: string
  number: string
  accountId: string
  currency: string
  placedAt: Date
  quoteId: string
}

/** Marks the locked quote as ordered, in the transaction that places its order. */
export async function markQuoteOrdered(
  tx: Tx,
  { id, number, accountId, currency, placedAt, quoteId }: NewQuoteOrder,
): Promise<void> {
  const order = { id, number, account_id: accountId, currency, placed_at: placedAt, quote_id: quoteId }
  await sql`select mark_quotes_ordered(${JSON.stringify([order])})`.execute(tx)
}

/** The quotes these orders were made from, each once. */
export async function findQuotesOfOrders(
  db: DbOrTx,
  orderIds: readonly string[],
): Promise<{ id: string; teamId: string }[]> {
  return db
    .selectFrom('quotes')
    .select(['id', 'team_id as teamId'])
    .where('id', 'in', (of) =>
      of.selectFrom('quote_orders').select('quote_id').where('order_id', 'in', orderIds),
    )
    .orderBy('id')
    .execute()
}

/** Returns whether the quote has other orders. */
export async function deleteQuoteOrder(
  tx: Tx,
  { orderId, quoteId }: { orderId: string; quoteId: string },
): Promise<boolean> {
  await tx.deleteFrom('quote_orders').where('order_id', '=', orderId).execute()
  const other = await tx
    .selectFrom('quote_orders')
    .select('order_id')
    .where('quote_id', '=', quoteId)
    .executeTakeFirst()
  return other !== undefined
}

const knownStates: ReadonlySet<string> = new Set(quoteStates)
const isState = (text: string): text is QuoteState => knownStates.has(text)

/** The quote's state before its first order, or before the first one since all orders were reversed. */
export async function readStateBeforeOrders(tx: Tx, quoteId: string): Promise<QuoteState> {
  const { rows } = await sql<{ from: string | null }>`
    select details ->> 'from' as "from" from quote_history
    where quote_id = ${quoteId} and event = 'ordered' and details ->> 'from' <> 'ordered'
    order by id desc limit 1`.execute(tx)
  const from = rows[0]?.from
  return from !== undefined && from !== null && isState(from) ? from : 'active'
}

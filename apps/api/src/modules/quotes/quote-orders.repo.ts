import { quoteStates, type QuoteState } from '@terrace/domain/quote-lifecycle'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'
import { slugHash } from './quote-slug.ts'

/** A quote as a purchase names it. */
export interface NamedQuote {
  id: string
  eventId: number
}

/** The team's quote that a link opens; undefined for another team's as for one that never was. */
export async function findQuoteOfSlug(
  db: Reader,
  { teamId, slug }: { teamId: string; slug: string },
): Promise<NamedQuote | undefined> {
  return quotesOfTeam(db, teamId).where('slug_hash', '=', slugHash(slug)).executeTakeFirst()
}

/** The same by its id. */
export async function findQuoteOfTeam(
  db: Reader,
  { teamId, id }: { teamId: string; id: string },
): Promise<NamedQuote | undefined> {
  return quotesOfTeam(db, teamId).where('id', '=', id).executeTakeFirst()
}

function quotesOfTeam(db: Reader, teamId: string) {
  return db.selectFrom('quotes').select(['id', 'event_id as eventId']).where('team_id', '=', teamId)
}

/** Whether the quote offers any of these listings: by name, or with all of its event. */
export async function offersAnyOf(
  db: Reader,
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
 * What an order says of the quote that it comes of. Locks the quote, which has to come before the listings: so does a client
 * who accepts what is held at once, and neither may wait for the other.
 */
export async function lockQuoteName(tx: Tx, id: string): Promise<{ id: string; title: string }> {
  return tx
    .selectFrom('quotes')
    .select(['id', 'title'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Those of the ids that are quotes of the team. */
export async function findQuotesOfTeam(
  db: Reader,
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

/** Freezes the rate of the moment, so that what was bought costs ever after what it cost then. */
export async function insertQuoteOrder(
  tx: Tx,
  { orderId, quoteId, at }: { orderId: string; quoteId: string; at: Date },
): Promise<void> {
  await sql`
    insert into quote_orders (order_id, quote_id, rate)
    select ${orderId}, q.id, (
      select case when l.currency = q.currency then 1
        else (select c.rate from cross_rate(l.currency, q.currency, ${at.toISOString().slice(0, 10)}::date) c) end
      from lines_of_orders(array[${orderId}]) l limit 1)
    from quotes q where q.id = ${quoteId}`.execute(tx)
}

/** The quotes that these orders came of, each once. */
export async function findQuotesOfOrders(
  db: Reader,
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

/** Answers whether others came of the quote, which stay. */
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

/** What the quote was before it was ordered for the first time, or again after all of its orders were undone. */
export async function readStateBeforeOrders(tx: Tx, quoteId: string): Promise<QuoteState> {
  const { rows } = await sql<{ from: string | null }>`
    select facts ->> 'from' as "from" from quote_history
    where quote_id = ${quoteId} and what = 'ordered' and facts ->> 'from' <> 'ordered'
    order by id desc limit 1`.execute(tx)
  const from = rows[0]?.from
  return from !== undefined && from !== null && isState(from) ? from : 'active'
}

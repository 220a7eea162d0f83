import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { insertOffers } from './new-quote.repo.ts'
import type { Chosen } from './judge-choice.ts'

export interface NewAnswer {
  quoteId: string
  kind: 'accepted' | 'declined'
  at: Date
  name: string | null
  email: string | null
  reason: string | null
  /** None where it was declined. */
  chosen: readonly Chosen[]
}

/** Writes what the client says now in place of what was said before; the caller has the quote locked. */
export async function writeAnswer(tx: Tx, answer: NewAnswer): Promise<void> {
  const { quoteId, kind, at, name, email, reason, chosen } = answer
  await tx
    .updateTable('quotes')
    .set({
      state: kind,
      answer_kind: kind,
      answered_at: at,
      answer_name: name,
      answer_email: email,
      answer_reason: reason,
    })
    .where('id', '=', quoteId)
    .execute()
  const known = chosen.filter(({ pick }) => !pick)
  // What was picked has the number of tickets that was picked last.
  await sql`
    update quote_offers o set accepted = coalesce(c.quantity, 0), agreed_minor = c.price,
      quantity = case when o.kind = 'picked' and c.quantity is not null then c.quantity else o.quantity end
    from quote_offers mine
    left join unnest(${known.map(({ offerId }) => offerId)}::text[], ${known.map(({ quantity }) => quantity)}::integer[],
      ${known.map(({ price }) => price.minor)}::bigint[]) as c (id, quantity, price) on c.id = mine.id
    where mine.quote_id = ${quoteId} and o.id = mine.id`.execute(tx)
  // What was picked and is not any more is no offer: picked again, it is one of that moment.
  await tx
    .deleteFrom('quote_offers')
    .where('quote_id', '=', quoteId)
    .where('kind', '=', 'picked')
    .where('accepted', '=', 0)
    .execute()
  await insertOffers(
    tx,
    quoteId,
    chosen.flatMap(({ pick }) => pick ?? []),
  )
}

import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { insertOffers } from '../create/new-quote.repo.ts'
import type { ValidChoice } from './validate-choice.ts'

export interface NewResponse {
  quoteId: string
  kind: 'accepted' | 'declined'
  at: Date
  name: string | null
  email: string | null
  reason: string | null
  /** Empty when declined. */
  chosen: readonly ValidChoice[]
}

/** Replaces the client's response. The caller holds the quote's lock. */
export async function insertResponse(tx: Tx, response: NewResponse): Promise<void> {
  const { quoteId, kind, at, name, email, reason, chosen } = response
  await tx
    .updateTable('quotes')
    .set({
      state: kind,
      response_kind: kind,
      responded_at: at,
      response_name: name,
      response_email: email,
      response_reason: reason,
    })
    .where('id', '=', quoteId)
    .execute()
  const offered = chosen.filter(({ selection }) => !selection)
  // A selected listing takes the quantity selected last.
  await sql`
    update quote_offers o set accepted = coalesce(c.quantity, 0), agreed_minor = c.price,
      quantity = case when o.kind = 'selected' and c.quantity is not null then c.quantity else o.quantity end
    from quote_offers mine
    left join unnest(${offered.map(({ offerId }) => offerId)}::text[], ${offered.map(({ quantity }) => quantity)}::integer[],
      ${offered.map(({ clientPrice }) => clientPrice.minor)}::bigint[]) as c (id, quantity, price) on c.id = mine.id
    where mine.quote_id = ${quoteId} and o.id = mine.id`.execute(tx)
  // A deselected listing is deleted; selecting it again uses its price at that time.
  await tx
    .deleteFrom('quote_offers')
    .where('quote_id', '=', quoteId)
    .where('kind', '=', 'selected')
    .where('accepted', '=', 0)
    .execute()
  await insertOffers(
    tx,
    quoteId,
    chosen.flatMap(({ selection }) => selection ?? []),
  )
}

import type { Commission } from '@terrace/domain/commission'
import type { QuoteState } from '@terrace/domain/quote-lifecycle'
import type { Tx } from '../../db/transaction.ts'

/** What may change of a quote that there is; the caller has it locked. */
export interface QuoteChange {
  state?: QuoteState
  expiresAt?: Date
  commission?: Commission
}

export async function changeQuote(
  tx: Tx,
  id: string,
  { state, expiresAt, commission }: QuoteChange,
): Promise<void> {
  await tx
    .updateTable('quotes')
    .set({
      ...(state && { state }),
      ...(expiresAt && { expires_at: expiresAt }),
      ...(commission && {
        commission_method: commission.method,
        commission_minor: commission.method === 'fixed' ? commission.amount.minor : null,
        commission_bp: commission.method === 'percentage' ? commission.basisPoints : null,
      }),
    })
    .where('id', '=', id)
    .execute()
}

/** The client is asked anew: what was said before stands in the history alone. */
export async function forgetAnswer(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('quotes')
    .set({
      answer_kind: null,
      answered_at: null,
      answer_name: null,
      answer_email: null,
      answer_reason: null,
    })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('quote_offers')
    .set({ accepted: 0, agreed_minor: null })
    .where('quote_id', '=', id)
    .execute()
}

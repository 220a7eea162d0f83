import type { Commission } from '@terrace/domain/money/commission'
import type { QuoteState } from '@terrace/domain/lifecycles/quote-lifecycle'
import type { Tx } from '#api/db/transaction.ts'

/** The mutable fields of a quote. The caller holds its lock. */
export interface QuoteChange {
  state?: QuoteState
  expiresAt?: Date
  commission?: Commission
  internalDetails?: { reference: string | null; internalNote: string | null }
}

export async function changeQuote(
  tx: Tx,
  id: string,
  { state, expiresAt, commission, internalDetails }: QuoteChange,
): Promise<void> {
  await tx
    .updateTable('quotes')
    .set({
      ...(state && { state }),
      ...(expiresAt && { expires_at: expiresAt }),
      ...(internalDetails && {
        reference: internalDetails.reference,
        internal_note: internalDetails.internalNote,
      }),
      ...(commission && {
        commission_method: commission.method,
        commission_minor: commission.method === 'fixed' ? commission.amount.minor : null,
        commission_bp: commission.method === 'percentage' ? commission.basisPoints : null,
      }),
    })
    .where('id', '=', id)
    .execute()
}

/** Removes the client's response so that they can respond again; the history keeps it. */
export async function clearResponse(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('quotes')
    .set({
      response_kind: null,
      responded_at: null,
      response_name: null,
      response_email: null,
      response_reason: null,
    })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('quote_offers')
    .set({ accepted: 0, agreed_minor: null })
    .where('quote_id', '=', id)
    .execute()
}

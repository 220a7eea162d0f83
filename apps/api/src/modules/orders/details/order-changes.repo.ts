import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { Order } from '../order.ts'

type ChangedField = 'client' | 'reference' | 'internal_note'

export interface OrderChange {
  field: ChangedField
  from: string | null
  to: string | null
  at: Date
  /** A member of the buying team. */
  actorName: string
}

export const orderTexts = ({
  client,
  reference,
  internalNote,
}: Order): Record<ChangedField, string | null> => ({
  client: client?.name ?? null,
  reference,
  internal_note: internalNote,
})

/** Records the differences between two versions of an order, and who made them. */
export async function recordOrderChanges(
  tx: Tx,
  { before, after, accountId }: { before: Order; after: Order; accountId: string },
): Promise<void> {
  const [from, to] = [orderTexts(before), orderTexts(after)]
  const changes = (['client', 'reference', 'internal_note'] as const)
    .filter((field) => from[field] !== to[field])
    .map((field) => ({
      order_id: after.id,
      account_id: accountId,
      field,
      from_text: from[field],
      to_text: to[field],
    }))
  if (changes.length > 0) await tx.insertInto('order_changes').values(changes).execute()
}

/** Changes of the order's client, reference and note, oldest first. */
export async function readOrderChanges(db: DbOrTx, orderId: string): Promise<OrderChange[]> {
  return await db
    .selectFrom('order_changes as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .where('c.order_id', '=', orderId)
    .orderBy('c.id')
    .select(['c.field', 'c.from_text as from', 'c.to_text as to', 'c.at', 'a.full_name as actorName'])
    .execute()
}

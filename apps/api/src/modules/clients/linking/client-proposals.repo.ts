import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { LockedBook } from '../client-book.repo.ts'
import type { ClientProposal, NewProposal, ProposalOrigin } from './proposal.ts'

/**
 * Replaces the open proposals of the quote or order. A proposal that was made before is not repeated, even if it was
 * declined.
 */
export async function replaceProposal(
  tx: Tx,
  fieldCipher: FieldCipher,
  { book, origin, proposal }: { book: LockedBook; origin: ProposalOrigin; proposal: NewProposal | null },
): Promise<void> {
  if (!proposal) return dropProposals(tx, origin)
  const { id, clientId, source, name, email, proposedAt, isLinkOnly } = proposal
  // Proposals to link are distinct per quote; the same details are proposed only once.
  const identity = JSON.stringify([
    clientId,
    name,
    email,
    ...(isLinkOnly && 'quoteId' in origin ? [origin.quoteId] : []),
  ])
  const detailsHash = book.hash(identity)
  await deleteOpenProposals(tx, origin, detailsHash)
  await tx
    .insertInto('client_proposals')
    .values({
      id,
      team_id: book.teamId,
      client_id: clientId,
      quote_id: 'quoteId' in origin ? origin.quoteId : null,
      order_id: 'orderId' in origin ? origin.orderId : null,
      source,
      encrypted_details: fieldCipher.encrypt(
        JSON.stringify({ name, email }),
        encryptionContexts.clientProposal(id),
      ),
      details_hash: detailsHash,
      proposed_at: proposedAt,
    })
    .onConflict((conflict) => conflict.columns(['team_id', 'details_hash']).doNothing())
    .execute()
}

/** Drops the open proposals of the quote or order; `except` is the one that still applies. */
async function deleteOpenProposals(tx: Tx, origin: ProposalOrigin, except: Buffer | null): Promise<void> {
  const [column, id] =
    'quoteId' in origin ? (['quote_id', origin.quoteId] as const) : (['order_id', origin.orderId] as const)
  await tx
    .deleteFrom('client_proposals')
    .where(column, '=', id)
    .where('state', '=', 'open')
    .$if(except !== null, (query) => query.where('details_hash', '<>', except ?? Buffer.of()))
    .execute()
}

/** Drops the open proposals of the quote or order. */
export const dropProposals = (tx: Tx, origin: ProposalOrigin): Promise<void> =>
  deleteOpenProposals(tx, origin, null)

/** The team's open proposals, newest first; with an id, that one only. */
export async function readOpenProposals(
  db: DbOrTx,
  fieldCipher: FieldCipher,
  { teamId, id }: { teamId: string; id?: string },
): Promise<ClientProposal[]> {
  const rows = await db
    .selectFrom('client_proposals')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('state', '=', 'open')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('proposed_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.flatMap((row) => {
    const text = fieldCipher.tryDecrypt(row.encrypted_details, encryptionContexts.clientProposal(row.id))
    if (text === undefined) return []
    // Safe cast: only `replaceProposal` writes data with this context.
    const { name, email } = JSON.parse(text) as Pick<ClientProposal, 'name' | 'email'>
    return {
      id: row.id,
      clientId: row.client_id,
      quoteId: row.quote_id,
      orderId: row.order_id,
      source: row.source,
      name,
      email,
      proposedAt: row.proposed_at,
    }
  })
}

/** Returns whether the proposal was open. */
export async function closeProposal(
  tx: Tx,
  { teamId, id, state }: { teamId: string; id: string; state: 'accepted' | 'dismissed' },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('client_proposals')
    .set({ state })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

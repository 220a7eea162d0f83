import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { lockBook } from '../client-book.repo.ts'
import type { Client } from '../client.ts'
import { clientErrors } from '../clients.errors.ts'
import { addClient, readClient, saveChanges, type ClientDeps } from '../manage/save-client.ts'
import { closeProposal, readOpenProposals } from './client-proposals.repo.ts'
import { linkQuotes } from './client-quotes.repo.ts'

/**
 * Adds or changes the client as proposed and links the quote to it, or the orders for this name. Other details of the client stay.
 * @throws `client.proposal_not_found` when it was decided or replaced before
 */
export async function acceptProposal(
  deps: ClientDeps,
  { teamId }: Pick<AuthenticatedAccount, 'teamId'>,
  id: string,
): Promise<Client> {
  const { fieldCipher } = deps
  return inTransaction(deps.db, async (tx) => {
    const book = await lockBook(tx, fieldCipher, teamId)
    const [proposal] = await readOpenProposals(tx, fieldCipher, { teamId, id })
    if (!proposal) throw clientErrors.make('client.proposal_not_found')
    const { name, email, quoteId } = proposal
    // First: adding the client drops the quote's open proposals.
    await closeProposal(tx, { teamId, id, state: 'accepted' })
    const clientId =
      proposal.clientId ??
      (await addClient(tx, deps, {
        book,
        entry: {
          name: name || email.slice(0, 100),
          email,
          company: '',
          phone: '',
          notes: '',
          language: null,
          currency: null,
          commission: null,
        },
      }))
    if (proposal.clientId !== null) {
      const client = await readClient(tx, deps, { teamId, id: clientId })
      const entry = { ...client, name: name || client.name, email: email || client.email }
      if (entry.name !== client.name || entry.email !== client.email)
        await saveChanges(tx, deps, { book, client, entry })
    }
    if (quoteId !== null) await linkQuotes(tx, { clientId, quoteIds: [quoteId] })
    return readClient(tx, deps, { teamId, id: clientId })
  })
}

/** @throws `client.proposal_not_found` when it was decided or replaced before */
export async function dismissProposal(
  { db }: Pick<ClientDeps, 'db'>,
  { teamId }: Pick<AuthenticatedAccount, 'teamId'>,
  id: string,
): Promise<void> {
  const wasOpen = await inTransaction(db, (tx) => closeProposal(tx, { teamId, id, state: 'dismissed' }))
  if (!wasOpen) throw clientErrors.make('client.proposal_not_found')
}

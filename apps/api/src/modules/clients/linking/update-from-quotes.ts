import type { Tx } from '#api/db/transaction.ts'
import type { DurableSubscriber } from '#api/outbox/tail-outbox.ts'
import { readQuoteContacts, type QuoteContact } from '#api/modules/quotes/index.ts'
import { lockBook, type LockedBook } from '../client-book.repo.ts'
import type { Client } from '../client.ts'
import { findClient, findClientByEmail, touchClient } from '../clients.repo.ts'
import type { ClientDeps } from '../manage/save-client.ts'
import { replaceProposal } from './client-proposals.repo.ts'
import { findClientOfQuote, linkQuotes } from './client-quotes.repo.ts'
import { findClientByName } from './find-client-by-name.ts'
import type { ProposedDetails } from './proposal.ts'
import { proposeChange, proposeClient } from './propose-details.ts'

/**
 * Fills the client book from quotes: a quote for a known client is linked to them, anything else is proposed. Reads the
 * quote's current state, so repeated or late events change nothing.
 */
export function createClientSubscriber(deps: ClientDeps): DurableSubscriber {
  return {
    name: 'clients.update_from_quotes',
    topics: ['quote.changed', 'quote.email_requested', 'quote.accepted', 'quote.declined'],
    async handle(tx, rows) {
      const ids = [...new Set(rows.map(({ subject }) => subject))]
      // Sorted by team, so that two processes lock client books in the same order and cannot deadlock.
      const contacts = (await readQuoteContacts(tx, ids)).toSorted((one, other) =>
        one.teamId < other.teamId ? -1 : 1,
      )
      for (const contact of contacts) await updateFromQuote(tx, deps, contact)
    },
  }
}

async function updateFromQuote(tx: Tx, deps: ClientDeps, contact: QuoteContact): Promise<void> {
  const { quoteId, teamId } = contact
  const linkedId = await findClientOfQuote(tx, quoteId)
  if (linkedId === undefined && proposeClient(contact) === null) return
  const book = await lockBook(tx, deps.fieldCipher, teamId)
  const found =
    linkedId === undefined
      ? await recognizeClient(tx, deps, { book, contact })
      : await findClient(tx, deps.fieldCipher, { teamId, id: linkedId })
  if (found === 'ambiguous') return
  if (found) {
    if (linkedId === undefined) await linkQuotes(tx, { clientId: found.id, quoteIds: [quoteId] })
    await touchClient(tx, { id: found.id, now: deps.clock.now() })
  }
  const proposal = found
    ? proposeChange(contact, found)
    : ((await proposeLink(tx, deps, { book, contact })) ?? proposeClient(contact))
  await replaceProposal(tx, deps.fieldCipher, {
    book,
    origin: { quoteId },
    proposal: proposal && {
      isLinkOnly: false,
      ...proposal,
      id: deps.ids.next('clp'),
      proposedAt: deps.clock.now(),
    },
  })
}

/** Finds the client named by the broker: by address, otherwise by name if only one client has it. */
async function recognizeClient(
  tx: Tx,
  { fieldCipher }: ClientDeps,
  { book, contact }: { book: LockedBook; contact: QuoteContact },
): Promise<Client | 'ambiguous' | undefined> {
  const { sentTo, clientName, teamId } = contact
  const byEmail =
    sentTo === null ? undefined : await findClientByEmail(tx, fieldCipher, { book, email: sentTo })
  if (byEmail || clientName === null) return byEmail
  return findClientByName(tx, fieldCipher, { teamId, name: clientName })
}

/** A visitor may type anyone's address, so a match is proposed and not linked. */
async function proposeLink(
  tx: Tx,
  { fieldCipher }: ClientDeps,
  { book, contact }: { book: LockedBook; contact: QuoteContact },
): Promise<(ProposedDetails & { isLinkOnly: true }) | undefined> {
  const { responseEmail: email } = contact
  const client = email === null ? undefined : await findClientByEmail(tx, fieldCipher, { book, email })
  return client && { source: 'visitor', clientId: client.id, name: '', email: client.email, isLinkOnly: true }
}

import type { Db } from '#api/db/client.ts'
import type { ClientBook } from '../client-book.ts'
import { readLastAddresses } from './quote-emails.repo.ts'

interface Recipient {
  quoteId: string
  email: string
}

/**
 * Known addresses for the team's quotes: of the last email, the client's response or the client book, in this order.
 */
export async function findRecipients(
  { db, clientBook }: { db: Db; clientBook: Pick<ClientBook, 'readEmails'> },
  { teamId, quoteIds }: { teamId: string; quoteIds: readonly string[] },
): Promise<Recipient[]> {
  const own = await readLastAddresses(db, { teamId, quoteIds })
  const booked = await clientBook.readEmails(db, { teamId, quoteIds: own.map(({ quoteId }) => quoteId) })
  return own.flatMap(({ quoteId, email }) => {
    const known = email ?? booked.get(quoteId)
    return known === undefined ? [] : [{ quoteId, email: known }]
  })
}

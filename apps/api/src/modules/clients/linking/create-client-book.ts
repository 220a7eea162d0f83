import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import { readQuoteContacts, type ClientBook } from '#api/modules/quotes/index.ts'
import type { Client } from '../client.ts'
import { clientErrors } from '../clients.errors.ts'
import { findClient, readClients, touchClient } from '../clients.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import { findClientOfQuote, linkQuotes, readClientsOfQuotes, readQuoteIds } from './client-quotes.repo.ts'

/** The client book as quotes use it. */
export function createClientBook({
  fieldCipher,
  clock,
}: {
  fieldCipher: FieldCipher
  clock: Clock
}): ClientBook {
  async function find(db: DbOrTx, which: { teamId: string; id: string }): Promise<Client> {
    const client = await findClient(db, fieldCipher, which)
    if (!client)
      throw clientErrors.make('client.unknown', {
        details: { fields: { client_id: ['must be a client of your team'] } },
      })
    return client
  }

  return {
    find,
    async readQuoteIds(db, which) {
      await find(db, which)
      return readQuoteIds(db, which.id)
    },
    async ofQuote(tx, { teamId, quoteId }) {
      const id = await findClientOfQuote(tx, quoteId)
      const client = id === undefined ? undefined : await findClient(tx, fieldCipher, { teamId, id })
      if (client) return { id: client.id, name: client.name }
      const [contact] = await readQuoteContacts(tx, [quoteId])
      return contact?.clientName ? { id: null, name: contact.clientName } : null
    },
    async linkQuote(tx, { clientId, quoteId }) {
      await linkQuotes(tx, { clientId, quoteIds: [quoteId] })
      await touchClient(tx, { id: clientId, now: clock.now() })
    },
    async readEmails(db, { teamId, quoteIds }) {
      const links = await readClientsOfQuotes(db, quoteIds)
      const clients = await readClients(db, fieldCipher, {
        teamId,
        ids: links.map(({ clientId }) => clientId),
      })
      const emails = new Map(clients.map(({ id, email }) => [id, email]))
      return new Map(
        links.flatMap(({ quoteId, clientId }) => {
          const email = emails.get(clientId)
          return email ? [[quoteId, email] as const] : []
        }),
      )
    },
    async linkCopy(tx, { from, to }) {
      const clientId = await findClientOfQuote(tx, from)
      if (clientId !== undefined) await linkQuotes(tx, { clientId, quoteIds: [to] })
    },
  }
}

import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** The part of the client book that quotes need; the clients module provides it. */
export interface ClientBook {
  /** @throws `client.unknown` when the team has no such client */
  find(db: DbOrTx, client: { teamId: string; id: string }): Promise<{ id: string; name: string }>
  /** Quotes of the client. @throws `client.unknown` when the team has no such client */
  readQuoteIds(db: DbOrTx, client: { teamId: string; id: string }): Promise<string[]>
  /** The client of a quote: the linked one, or the name on the quote. */
  ofQuote(
    db: DbOrTx,
    quote: { teamId: string; quoteId: string },
  ): Promise<{ id: string | null; name: string } | null>
  linkQuote(tx: Tx, link: { clientId: string; quoteId: string }): Promise<void>
  /** Email addresses of the clients of these quotes, by quote; without unknown ones. */
  readEmails(
    db: DbOrTx,
    quotes: { teamId: string; quoteIds: readonly string[] },
  ): Promise<Map<string, string>>
  /** Links a copy to the client of its original, if it has one. */
  linkCopy(tx: Tx, copy: { from: string; to: string }): Promise<void>
}

import type { Tx } from '#api/db/transaction.ts'
import { linkOrdersNamed } from '#api/modules/orders/index.ts'
import { findQuotesFor } from '#api/modules/quotes/index.ts'
import { linkQuotes } from './client-quotes.repo.ts'

/**
 * Links the team's quotes and orders that name this client, and the quotes sent to them, unless they belong to another
 * client.
 */
export async function linkHistoryOf(
  tx: Tx,
  client: { teamId: string; clientId: string; name: string; company: string; email: string },
): Promise<void> {
  const { teamId, clientId, name, company, email } = client
  const names = [name, company].filter((text) => text !== '')
  await linkQuotes(tx, { clientId, quoteIds: await findQuotesFor(tx, { teamId, names, email }) })
  await linkOrdersNamed(tx, { teamId, clientId, names })
}

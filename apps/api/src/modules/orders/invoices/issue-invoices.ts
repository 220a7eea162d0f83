import type { InvoiceIssuer } from '#api/config/invoicing.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { DurableSubscriber } from '#api/outbox/tail-outbox.ts'
import type { Invoice } from './invoice.ts'
import { findInvoice, insertInvoices } from './invoices.repo.ts'

/** Numbers the invoices of orders soon after they are placed, outside checkout. */
export function createInvoiceSubscriber(issuer: InvoiceIssuer): DurableSubscriber {
  return {
    name: 'orders.issue_invoices',
    topics: ['order.placed'],
    async handle(tx, rows) {
      await insertInvoices(tx, [...new Set(rows.map(({ subject }) => subject))], issuer)
    },
  }
}

/** The order's invoice, issued now if it has none, as for orders of earlier releases. */
export async function ensureInvoice(db: Db, orderId: string, issuer: InvoiceIssuer): Promise<Invoice> {
  const issued = await findInvoice(db, orderId)
  if (issued) return issued
  return inTransaction(db, async (tx) => {
    await insertInvoices(tx, [orderId], issuer)
    const invoice = await findInvoice(tx, orderId)
    if (!invoice) throw new Error(`order ${orderId} has no invoice`)
    return invoice
  })
}

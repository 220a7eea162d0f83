import { sql } from 'kysely'
import type { InvoiceIssuer } from '#api/config/invoicing.ts'
import { lockUntilEnd } from '#api/db/advisory-lock.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { Invoice, InvoiceCustomer } from './invoice.ts'

/**
 * Issues invoices for those of the orders that have none. A lock until the end of the transaction makes calls take turns, so
 * that the numbers have neither duplicates nor gaps.
 */
export async function insertInvoices(
  tx: Tx,
  orderIds: readonly string[],
  issuer: InvoiceIssuer,
): Promise<void> {
  await lockUntilEnd(tx, `invoices of ${issuer.name}`)
  const details: Omit<InvoiceIssuer, 'name'> = {
    address: issuer.address,
    taxNumber: issuer.taxNumber,
    taxLabel: issuer.taxLabel,
    taxBp: issuer.taxBp,
    numberPrefix: issuer.numberPrefix,
  }
  await sql`
    insert into invoices (order_id, issuer, number, issuer_details, customer_details)
    select o.id, ${issuer.name},
      (select coalesce(max(number), 0) from invoices where issuer = ${issuer.name})
        + row_number() over (order by o.placed_at, o.id),
      ${JSON.stringify(details)}::jsonb,
      jsonb_build_object('name', coalesce(t.legal_name, t.name), 'address', t.legal_address, 'taxNumber', t.tax_number)
    from orders o join teams t on t.id = o.team_id
    where o.id = any(${orderIds}) and not exists (select from invoices i where i.order_id = o.id)`.execute(tx)
}

export async function findInvoice(db: DbOrTx, orderId: string): Promise<Invoice | undefined> {
  const { rows } = await sql<{
    number: string
    issuer: string
    details: Omit<InvoiceIssuer, 'name'>
    issuedAt: Date
    customer: InvoiceCustomer | null
  }>`
    select number::text, issuer, issuer_details as details, issued_at as "issuedAt",
      customer_details as customer
    from invoices where order_id = ${orderId}`.execute(db)
  const [row] = rows
  return (
    row && {
      number: `${row.details.numberPrefix}${row.number}`,
      issuer: { name: row.issuer, ...row.details },
      issuedAt: row.issuedAt,
      customer: row.customer,
    }
  )
}

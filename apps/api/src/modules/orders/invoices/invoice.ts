import { money, type Money } from '@terrace/domain/money/money'
import type { InvoiceIssuer } from '#api/config/invoicing.ts'

export interface Invoice {
  /** With the issuer's prefix. */
  number: string
  issuer: InvoiceIssuer
  issuedAt: Date
  /** The buying team when it was issued; `null` for invoices of earlier releases. */
  customer: InvoiceCustomer | null
}

export interface InvoiceCustomer {
  name: string
  /** In lines. */
  address: string | null
  taxNumber: string | null
}

/** The tax that an amount includes, rounded half up; `undefined` without tax. */
export function includedTax({ minor, currency }: Money, { taxBp }: InvoiceIssuer): Money | undefined {
  return taxBp === 0 ? undefined : money(Math.round((minor * taxBp) / (10_000 + taxBp)), currency)
}

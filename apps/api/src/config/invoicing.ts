import { productDefaults } from '@terrace/contracts/product'
import { z } from 'zod'
import { described, wholeNumber } from './variable.ts'

const line = z.string().trim().min(1).max(200)

export const invoicingVariables = {
  INVOICE_ISSUER: described(line.optional(), {
    meaning: 'The company that issues invoices. Each has numbers of its own, without gaps.',
    example: 'Harbour Tickets Ltd',
    default: '`BRAND`',
  }),
  INVOICE_ISSUER_ADDRESS: described(line.optional(), {
    meaning: 'Its postal address in one line.',
    example: '1 Harbour Street, London E1 6AN, United Kingdom',
    default: 'none',
  }),
  INVOICE_ISSUER_TAX_NUMBER: described(line.max(40).optional(), {
    meaning: 'Its tax number.',
    example: 'GB 123 4567 89',
    default: 'none',
  }),
  INVOICE_TAX_LABEL: described(line.max(40).default('VAT'), {
    meaning: 'What invoices call the tax.',
    example: 'USt.',
  }),
  INVOICE_TAX_BP: described(wholeNumber({ default: 0 }).pipe(z.number().max(10_000)), {
    meaning: 'The tax in basis points that the service fee includes: 2000 is 20 %. 0: invoices show no tax.',
    example: '2000',
  }),
  INVOICE_NUMBER_PREFIX: described(
    z
      .string()
      .regex(/^[A-Za-z0-9/-]{0,20}$/, 'must be at most 20 letters, digits, hyphens and slashes')
      .default(''),
    { meaning: 'What invoice numbers begin with.', example: 'TT-', default: 'none' },
  ),
}

export interface InvoiceIssuer {
  name: string
  address: string | null
  taxNumber: string | null
  taxLabel: string
  /** Basis points that the service fee includes. */
  taxBp: number
  numberPrefix: string
}

export const invoicingConfig = z
  .object({ ...invoicingVariables, BRAND: z.string().min(1).default(productDefaults.brand) })
  .transform((values): { invoiceIssuer: InvoiceIssuer } => ({
    invoiceIssuer: {
      name: values.INVOICE_ISSUER ?? values.BRAND,
      address: values.INVOICE_ISSUER_ADDRESS ?? null,
      taxNumber: values.INVOICE_ISSUER_TAX_NUMBER ?? null,
      taxLabel: values.INVOICE_TAX_LABEL,
      taxBp: values.INVOICE_TAX_BP,
      numberPrefix: values.INVOICE_NUMBER_PREFIX,
    },
  }))

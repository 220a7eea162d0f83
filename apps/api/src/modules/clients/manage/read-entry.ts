import type { ClientBody } from '@terrace/contracts/clients'
import { readCommission } from '#api/modules/quotes/index.ts'
import type { ClientEntry } from '../client.ts'

/** The wire's empty strings become `null` where the column has a fixed set of values. */
export function readEntry(body: ClientBody): ClientEntry {
  const { commission_method: method, commission_amount: amount, currency } = body
  return {
    name: body.name,
    company: body.company,
    email: body.email,
    phone: body.phone,
    notes: body.notes,
    language: body.language || null,
    currency: currency || null,
    commission: amount === '' ? null : readCommission({ method, amount }, currency),
  }
}

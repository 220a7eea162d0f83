import type { Tx } from '#api/db/transaction.ts'
import { supplyErrors } from '../supply.errors.ts'
import { lockResaleRules, readResaleRefusals, type ResaleListing } from './resale-rules.repo.ts'

/** @throws `supply.resale_refused` with the reason, when a rule of the marketplace forbids the offer. */
export async function assertResaleAllowed(tx: Tx, offer: ResaleListing): Promise<void> {
  await lockResaleRules(tx)
  const [reason] = await readResaleRefusals(tx, [offer])
  if (reason) throw supplyErrors.make('supply.resale_refused', { title: reason, details: { reason } })
}

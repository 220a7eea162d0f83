import type { Money } from '@terrace/domain/money'
import { serviceFee } from '@terrace/domain/service-fee'
import { readTeamHolds } from '../holds/index.ts'
import type { GenerateDeps } from './generate-quote.ts'
import { currencyUnknown } from './quotes.errors.ts'

/** Of one ticket. */
export interface HeldCost {
  holdId: string
  cost: Money
  fee: Money
}

/**
 * What the team holds, at what its holds froze, in this currency: as `offerHolds` quotes it, whatever the seller asks by now.
 * What is being paid for is nobody's to quote. Throws `currency.unknown`.
 */
export async function priceHeld(
  { db, rates, config }: Pick<GenerateDeps, 'db' | 'rates' | 'config'>,
  { teamId, currency }: { teamId: string; currency: string },
): Promise<HeldCost[]> {
  const converter = await rates.converterTo(currency)
  if (!converter?.hasRate) throw currencyUnknown()
  const holds = await readTeamHolds(db, teamId)
  return holds.flatMap(({ id, state, price }) => {
    const cost = state === 'active' ? converter.convert(price) : null
    return cost ? [{ holdId: id, cost, fee: serviceFee(cost, config.serviceFeeBp) }] : []
  })
}

import type { Money } from '@terrace/domain/money/money'
import { serviceFee } from '@terrace/domain/money/service-fee'
import { readTeamHolds } from '#api/modules/holds/index.ts'
import type { GenerateDeps } from '../create/generate-quote.ts'
import { unknownCurrency } from '../quotes.errors.ts'

/** Amounts per ticket. */
export interface HeldCost {
  holdId: string
  cost: Money
  fee: Money
}

/**
 * The team's active holds at their frozen prices in the given currency, as `offerHolds` quotes them. Holds being paid
 * for can't be quoted.
 * @throws `currency.unknown`.
 */
export async function priceHolds(
  { db, rates, config }: Pick<GenerateDeps, 'db' | 'rates' | 'config'>,
  { teamId, currency }: { teamId: string; currency: string },
): Promise<HeldCost[]> {
  const converter = await rates.converterTo(currency)
  if (!converter?.hasCurrentRate) throw unknownCurrency()
  const holds = await readTeamHolds(db, teamId)
  return holds.flatMap(({ id, state, price }) => {
    const cost = state === 'active' ? converter.convert(price) : null
    return cost ? [{ holdId: id, cost, fee: serviceFee(cost, config.serviceFeeBp) }] : []
  })
}

import { maxCommissionPercent } from '@terrace/contracts/quote-terms'
import {
  brokerMargin,
  clientPrice,
  commissionOn,
  type Commission,
  type CommissionMethod,
} from '@terrace/domain/money/commission'
import { currencyExponent } from '@terrace/domain/money/currencies'
import {
  compareMoney,
  money,
  multiplyMoney,
  parseDecimal,
  sumMoney,
  type Money,
} from '@terrace/domain/money/money'
import { serviceFee } from '@terrace/domain/money/service-fee'

/** What a ticket costs the broker, in the quote's currency. */
export interface OfferCost {
  cost: Money
  fee: Money
}

/** Amounts per ticket, named as in the API's `TicketAmounts`. */
export interface OfferAmounts extends OfferCost {
  commission: Money
  clientPrice: Money
  /** The broker's margin: client price − cost − fee; negative for a loss. */
  net: Money
}

/** One billion, in minor units. The API rejects higher amounts, because totals would exceed safe integers. */
const maxFixedMinor = 100_000_000_000

/** Parses the typed commission; `null` when the API would reject it. */
export function parseCommission(terms: {
  method: CommissionMethod
  amount: string
  currency: string
}): Commission | null {
  const isFixed = terms.method === 'fixed'
  const parsed = parseDecimal(terms.amount.trim(), isFixed ? currencyExponent(terms.currency) : 2)
  const maxMinor = isFixed ? maxFixedMinor : maxCommissionPercent * 100
  if (!parsed.ok || parsed.minor < 0 || parsed.minor > maxMinor) return null
  return isFixed
    ? { method: 'fixed', amount: money(parsed.minor, terms.currency) }
    : { method: 'percentage', basisPoints: parsed.minor }
}

/** Cost and service fee at the feed's fee percentage, such as "5.00"; `null` when the percentage is invalid. */
export function offerCost(cost: Money, feePercent: string): OfferCost | null {
  const parsed = parseDecimal(feePercent, 2)
  return parsed.ok ? { cost, fee: serviceFee(cost, parsed.minor) } : null
}

export function offerAmounts({ cost, fee }: OfferCost, commission: Commission): OfferAmounts {
  const price = clientPrice(cost, commission)
  return {
    cost,
    fee,
    commission: commissionOn(cost, commission),
    clientPrice: price,
    net: brokerMargin({ clientPrice: price, cost, fee }),
  }
}

const summed = ['cost', 'fee', 'net', 'clientPrice'] as const
type SummedAmount = (typeof summed)[number]

export interface PricedQuantity {
  quantity: number
  amounts: OfferAmounts
}

/** The lowest and highest total of an amount; equal unless the client chooses between the offers. */
interface AmountSpan {
  lowest: Money
  highest: Money
}

/** Totals of the offers in full: over all of them, or from the lowest to the highest if the client chooses one. */
export function quoteTotals(
  offers: readonly PricedQuantity[],
  { currency, clientChoosesOne }: { currency: string; clientChoosesOne: boolean },
): Record<SummedAmount, AmountSpan> {
  const spanOf = (key: SummedAmount): AmountSpan => {
    const totals = offers.map(({ quantity, amounts }) => multiplyMoney(amounts[key], quantity))
    const sum = sumMoney(totals, currency)
    if (!clientChoosesOne) return { lowest: sum, highest: sum }
    const sorted = totals.toSorted(compareMoney)
    return { lowest: sorted[0] ?? sum, highest: sorted.at(-1) ?? sum }
  }
  return {
    cost: spanOf('cost'),
    fee: spanOf('fee'),
    net: spanOf('net'),
    clientPrice: spanOf('clientPrice'),
  }
}

/** Maximum loss of the quote, as the client may accept only the offers below cost and fee; `null` if there are none. */
export function possibleLoss(
  offers: readonly PricedQuantity[],
  { currency, clientChoosesOne }: { currency: string; clientChoosesOne: boolean },
): Money | null {
  const losses = offers
    .map(({ quantity, amounts }) => multiplyMoney(amounts.net, quantity))
    .filter(({ minor }) => minor < 0)
    .toSorted(compareMoney)
  const [worst] = losses
  return worst ? negate(clientChoosesOne ? worst : sumMoney(losses, currency)) : null
}

export function negate({ minor, currency }: Money): Money {
  return money(-minor, currency)
}

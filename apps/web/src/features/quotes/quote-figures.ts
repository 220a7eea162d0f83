import { mostCommissionPercent } from '@terrace/contracts/quotes'
import { clientPrice, commissionOn, type Commission, type CommissionMethod } from '@terrace/domain/commission'
import { currencyExponent } from '@terrace/domain/currencies'
import { addMoney, money, multiplyMoney, parseDecimal, sumMoney, type Money } from '@terrace/domain/money'
import { serviceFee } from '@terrace/domain/service-fee'

/** What an offer costs, per ticket, in the quote's currency. */
export interface OfferCost {
  price: Money
  fee: Money
}

/** What an offer brings, per ticket. */
export interface OfferFigures extends OfferCost {
  commission: Money
  /** What the client pays. */
  client: Money
  /** Commission less the fee; below zero the broker pays. */
  net: Money
}

/** A billion: larger ones are refused, and could no longer be added up. */
const mostFixedMinor = 100_000_000_000

/** The commission as typed, or null while it is none that could be sent. */
export function readCommission(terms: {
  method: CommissionMethod
  amount: string
  currency: string
}): Commission | null {
  const isFixed = terms.method === 'fixed'
  const parsed = parseDecimal(terms.amount.trim(), isFixed ? currencyExponent(terms.currency) : 2)
  const most = isFixed ? mostFixedMinor : mostCommissionPercent * 100
  if (!parsed.ok || parsed.minor < 0 || parsed.minor > most) return null
  return isFixed
    ? { method: 'fixed', amount: money(parsed.minor, terms.currency) }
    : { method: 'percentage', basisPoints: parsed.minor }
}

/** As {@link readCommission}; before anything is typed, none. */
export function previewCommission(terms: Parameters<typeof readCommission>[0]): Commission | null {
  return readCommission(terms.amount.trim() === '' ? { ...terms, amount: '0' } : terms)
}

/** The cost at this price; the fee percent as the feed gives it, such as "5.00". Null where that is none. */
export function offerCost(price: Money, feePercent: string): OfferCost | null {
  const parsed = parseDecimal(feePercent, 2)
  return parsed.ok ? { price, fee: serviceFee(price, parsed.minor) } : null
}

export function offerFigures({ price, fee }: OfferCost, commission: Commission): OfferFigures {
  const added = commissionOn(price, commission)
  return {
    price,
    fee,
    commission: added,
    client: clientPrice(price, commission),
    net: addMoney(added, negative(fee)),
  }
}

export interface QuoteSums {
  tickets: number
  client: Money
  price: Money
  fee: Money
  net: Money
}

/** Over all offers, as if the client took each of them whole. */
export function quoteSums(
  offers: readonly { quantity: number; figures: OfferFigures }[],
  currency: string,
): QuoteSums {
  const sum = (of: keyof OfferFigures) =>
    sumMoney(
      offers.map(({ quantity, figures }) => multiplyMoney(figures[of], quantity)),
      currency,
    )
  return {
    tickets: offers.reduce((tickets, { quantity }) => tickets + quantity, 0),
    client: sum('client'),
    price: sum('price'),
    fee: sum('fee'),
    net: sum('net'),
  }
}

export function negative({ minor, currency }: Money): Money {
  return money(-minor, currency)
}

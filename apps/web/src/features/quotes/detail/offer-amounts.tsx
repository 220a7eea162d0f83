import type { WireOfferPart, WireQuoteOffer } from '@terrace/contracts/quote-shapes'
import { fromWireMoney, toWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { multiplyMoney, sumMoney } from '@terrace/domain/money/money'
import { priceText } from '#web/lib/format/price.ts'
import { Amount, PerTicket, SignedAmount } from './quote-amounts.tsx'

/* Tickets of an offer can differ in price. Each price gets its own line, because an average would not multiply up. */

type PricedOffer = Pick<WireQuoteOffer, 'parts' | 'cost_when_quoted'>

export function clientTotal({ parts, cost_when_quoted: { currency } }: PricedOffer): WireMoney {
  const amounts = parts.map(({ quantity, client_price: price }) =>
    multiplyMoney(fromWireMoney(price), quantity),
  )
  return toWireMoney(sumMoney(amounts, currency))
}

/** Lists the parts of an offer whose tickets differ in price or status. */
export function OfferParts({ offer: { parts, cost_when_quoted: originalCost } }: { offer: PricedOffer }) {
  if (parts.length < 2) return null
  return (
    <ul className="space-y-2 pt-1 text-xs">
      {parts.map((part) => (
        <li key={`${part.kind} ${part.cost?.amount}`}>
          <span className="font-semibold">{partText(part)}</span>
          <PerTicket>
            <Amount name="Client pays">{priceText(part.client_price)}</Amount>
            {part.cost && (
              <Amount name="Cost">
                {priceText(part.cost)}
                <span className="block font-normal text-muted">{originalCostText(part, originalCost)}</span>
              </Amount>
            )}
            <Amount name="Fee">{priceText(part.service_fee)}</Amount>
            {part.net && (
              <Amount name="Margin">
                <SignedAmount amount={fromWireMoney(part.net)} />
              </Amount>
            )}
          </PerTicket>
        </li>
      ))}
    </ul>
  )
}

/** The cost when quoted, if it has changed since and the tickets are not bought yet. */
export function originalCostText({ kind, cost }: WireOfferPart, originalCost: WireMoney): string | null {
  return cost === null || cost.amount === originalCost.amount || kind === 'bought'
    ? null
    : `was ${priceText(originalCost)}`
}

const partTexts: Readonly<Record<WireOfferPart['kind'], string>> = {
  bought: 'bought',
  held: 'held',
  unheld: 'to buy',
}

/** `2 bought` */
const partText = ({ kind, quantity }: WireOfferPart): string => `${quantity} ${partTexts[kind]}`

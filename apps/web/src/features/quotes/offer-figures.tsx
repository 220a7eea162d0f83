import type { WireOfferPart, WireQuoteOffer } from '@terrace/contracts/quote-shapes'
import { fromWireMoney, toWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { multiplyMoney, sumMoney } from '@terrace/domain/money'
import { priceText } from '#web/lib/price.ts'
import { Figure, PerTicket, Signed } from './quote-amounts.tsx'

/* An offer in figures. Where its tickets differ in price each price stands on a line of its own: no mean would multiply up. */

type Priced = Pick<WireQuoteOffer, 'parts' | 'cost_then'>

/** What the client pays for all tickets of the offer. */
export function clientTotal({ parts, cost_then: { currency } }: Priced): WireMoney {
  const amounts = parts.map(({ quantity, client_price: price }) =>
    multiplyMoney(fromWireMoney(price), quantity),
  )
  return toWireMoney(sumMoney(amounts, currency))
}

/** Below an offer of more than one part: tickets that differ in price, or in what becomes of it. */
export function OfferParts({ offer: { parts, cost_then: then } }: { offer: Priced }) {
  if (parts.length < 2) return null
  return (
    <ul className="space-y-2 pt-1 text-xs">
      {parts.map((part) => (
        <li key={`${part.kind} ${part.cost?.amount}`}>
          <span className="font-semibold">{partText(part)}</span>
          <PerTicket>
            <Figure name="Client pays">{priceText(part.client_price)}</Figure>
            {part.cost && (
              <Figure name="Cost">
                {priceText(part.cost)}
                <span className="block font-normal text-muted">{costBefore(part, then)}</span>
              </Figure>
            )}
            <Figure name="Fee">{priceText(part.service_fee)}</Figure>
            {part.net && (
              <Figure name="Net">
                <Signed amount={fromWireMoney(part.net)} />
              </Figure>
            )}
          </PerTicket>
        </li>
      ))}
    </ul>
  )
}

/** What a ticket cost when it was quoted, where it costs something else now; of one that is bought nothing is compared. */
export function costBefore({ kind, cost }: WireOfferPart, then: WireMoney): string | null {
  return cost === null || cost.amount === then.amount || kind === 'bought' ? null : `was ${priceText(then)}`
}

const partTexts: Readonly<Record<WireOfferPart['kind'], string>> = {
  bought: 'bought',
  held: 'held',
  open: 'to buy',
}

/** `2 bought` */
const partText = ({ kind, quantity }: WireOfferPart): string => `${quantity} ${partTexts[kind]}`

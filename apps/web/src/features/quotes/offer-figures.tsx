import type { WireOfferPart, WireQuoteOffer } from '@terrace/contracts/quote-shapes'
import { fromWireMoney, toWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { multiplyMoney, sumMoney } from '@terrace/domain/money'
import { priceText } from '#web/lib/price.ts'
import { Signed } from './quote-amounts.tsx'

/* An offer in figures. Where its tickets differ in price each price stands on a line of its own: no mean would multiply up. */

type Priced = Pick<WireQuoteOffer, 'parts' | 'cost_then'>

/** What the client pays for all tickets of the offer. */
export function clientTotal({ parts, cost_then: { currency } }: Priced): WireMoney {
  const amounts = parts.map(({ quantity, client_price: price }) =>
    multiplyMoney(fromWireMoney(price), quantity),
  )
  return toWireMoney(sumMoney(amounts, currency))
}

/** Lines below an offer whose tickets differ in price; nothing of one that has one price. */
export function OfferParts({ offer: { parts, cost_then: then } }: { offer: Priced }) {
  if (parts.length < 2) return null
  return (
    <ul className="tabular space-y-1 text-xs text-muted">
      {parts.map((part) => (
        <li key={`${part.kind} ${part.cost?.amount}`} className="flex flex-wrap gap-x-3">
          <span className="font-medium text-ink">{partText(part)}</span>
          <span>Client {priceText(part.client_price)}</span>
          <PartFigures part={part} then={then} />
        </li>
      ))}
    </ul>
  )
}

/** Cost, fee and gain of one ticket. */
export function PartFigures({ part, then }: { part: WireOfferPart; then: WireMoney }) {
  const { kind, cost, service_fee: fee, net } = part
  const isOther = cost !== null && cost.amount !== then.amount
  return (
    <>
      <span>
        Cost {priceText(cost ?? then)}
        {isOther && kind !== 'bought' && `, was ${priceText(then)}`}
      </span>
      <span>Fee {priceText(fee)}</span>
      {net && (
        <span>
          Net <Signed amount={fromWireMoney(net)} />
        </span>
      )}
    </>
  )
}

const partTexts: Readonly<Record<WireOfferPart['kind'], string>> = {
  bought: 'bought',
  held: 'held',
  open: 'to buy',
}

/** `2 bought` */
const partText = ({ kind, quantity }: WireOfferPart): string => `${quantity} ${partTexts[kind]}`

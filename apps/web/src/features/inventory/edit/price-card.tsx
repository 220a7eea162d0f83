import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { formatMoney, money } from '@terrace/domain/money/money'
import { allInPrice } from '@terrace/domain/money/service-fee'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import { basisPoints, moneyText, noValue, proceedsOf } from '#web/features/inventory/texts.ts'
import { amountDigits } from './cell-fields.ts'
import type { Fees } from './fees.ts'
import { MarketFacts } from './market-facts.tsx'

interface PriceFactsProps {
  /** The listing that is priced; `null` for a new one, which is not compared yet. */
  row: WireInventoryRow | null
  currency: string
  /** The price as typed. */
  text: string
  fees: Fees
}

/** What a typed price means, before it is saved. */
export function PriceFacts({ row, currency, text, fees }: PriceFactsProps) {
  const minor = amountDigits(text.trim(), currency)
  const price = minor === undefined ? null : money(minor, currency)
  const facts = [
    ...(fees.seller === null
      ? []
      : [
          [
            Number(fees.seller) === 0 ? 'You receive, no fee' : `You receive, fee ${Number(fees.seller)}%`,
            price ? formatMoney(proceedsOf(price, fees.seller)) : noValue,
          ],
        ]),
    ['Buyers see, all-in', price ? formatMoney(allInPrice(price, basisPoints(fees.service))) : noValue],
    ...(row ? [['Your floor', moneyText(row.floor)]] : []),
  ]
  return (
    <dl className="tabular grid grid-cols-[auto_auto] gap-x-5 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd className="text-right font-semibold">{value}</dd>
        </div>
      ))}
      {row && <MarketFacts row={row} minor={minor} />}
    </dl>
  )
}

/** The card under a price that is being edited in the grid. */
export function PriceCard(props: PriceFactsProps) {
  return (
    <div className="bg-bar p-3 text-xs text-on-bar">
      <PriceFacts {...props} />
      <p className="mt-2 flex gap-2 border-t border-[#ffffff33] pt-2">
        <Kbd>Enter</Kbd> Save <Kbd>Esc</Kbd> Cancel
      </p>
    </div>
  )
}

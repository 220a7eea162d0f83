import { fromWireMoney } from '@terrace/contracts/wire-money'
import { priceText } from '#web/lib/format/price.ts'
import { conversionRates } from '#web/lib/format/rate-text.ts'
import { ExchangeRates } from '#web/ui/data-display/exchange-rates.tsx'
import { cx } from '#web/ui/cx.ts'
import { AmountRow as Row, SignedAmount } from '#web/features/quotes/detail/quote-amounts.tsx'
import type { useConversion } from './use-conversion.ts'

/** Totals of the purchase when quoted and now, from the server. */
export function ConvertTotals({
  conversion: { totals, isStale },
}: {
  conversion: ReturnType<typeof useConversion>
}) {
  if (!totals) return null
  const rates = conversionRates(totals.exchange_rates, totals.current_cost.currency)
  const {
    cost_when_quoted: originalCost,
    current_cost: currentCost,
    service_fee: fee,
    client_total: client,
    net,
  } = totals
  return (
    <div className="space-y-2">
      <dl
        aria-label="Totals"
        aria-busy={isStale}
        className={cx('tabular space-y-1.5 text-sm transition-opacity', isStale && 'opacity-55')}
      >
        <Row name="Cost when quoted">{priceText(originalCost)}</Row>
        <Row name="Cost now">
          <strong className="font-semibold">{priceText(currentCost)}</strong>
        </Row>
        <Row name="Fee">{priceText(fee)}</Row>
        <Row name="Client pays">{priceText(client)}</Row>
        <div className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <dt>Margin</dt>
          <dd>
            <SignedAmount amount={fromWireMoney(net)} />
          </dd>
        </div>
      </dl>
      <ExchangeRates rates={rates} />
    </div>
  )
}

import type { WireHold } from '@terrace/contracts/holds'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney } from '@terrace/domain/money/money'
import { multipleSellersNotice } from '@terrace/domain/tickets/multiple-sellers'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { sectionAndRow, type Basket, holdTotals } from '#web/features/holds/basket/basket.ts'
import { holdRates } from '#web/features/holds/basket/hold-rates.ts'
import { ExchangeRates } from '#web/ui/data-display/exchange-rates.tsx'
import { InfoIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'

/** Lines by seller, service fee and total, at the prices locked when the tickets were held. */
export function OrderSummary({ basket }: { basket: Basket }) {
  const { holds, sellers, totals, tickets } = basket
  const hasSeveralEvents = new Set(holds.map(({ event }) => event.id)).size > 1
  const percents = [...new Set(holds.map(({ service_fee_percent }) => service_fee_percent))]
  return (
    <section aria-label="Summary" className="text-sm">
      <h2 className="text-lg">Summary</h2>
      <div className="mt-3 flex flex-col gap-4">
        {sellers.map((seller) => (
          <div key={seller}>
            <h3 className="border-b border-line pb-1.5 text-xs font-semibold text-muted">{seller}</h3>
            <ul>
              {holds
                .filter(({ listing }) => listing.seller_name === seller)
                .map((hold) => (
                  <SummaryLine key={hold.hold_id} hold={hold} isEventNamed={hasSeveralEvents} />
                ))}
            </ul>
          </div>
        ))}
      </div>
      {totals.map((amounts) => (
        <dl
          key={amounts.total.currency}
          className="tabular mt-4 grid grid-cols-[1fr_auto] gap-y-1.5 border-t border-line pt-4"
        >
          <dt className="text-muted">Cost, {formatTickets(tickets)}</dt>
          <dd className="text-right">{formatMoney(amounts.tickets)}</dd>
          <dt className="text-muted">Fee{percents.length === 1 && ` (${shortPercent(percents[0])}%)`}</dt>
          <dd className="text-right">{formatMoney(amounts.fee)}</dd>
          <dt className="pt-1.5 text-base font-semibold">Total</dt>
          <dd className="pt-1.5 text-right text-base font-semibold">{formatMoney(amounts.total)}</dd>
        </dl>
      ))}
      <ExchangeRates rates={holdRates(holds)} className="mt-2" />
      {sellers.length > 1 && (
        <Notice className="mt-4 !text-xs" icon={<InfoIcon aria-hidden />}>
          {multipleSellersNotice}
        </Notice>
      )}
    </section>
  )
}

function SummaryLine({ hold, isEventNamed }: { hold: WireHold; isEventNamed: boolean }) {
  return (
    <li className="flex items-baseline justify-between gap-4 py-2">
      <div className="min-w-0">
        <p className="font-medium">{sectionAndRow(hold)}</p>
        {isEventNamed && <p className="text-xs text-muted [overflow-wrap:anywhere]">{hold.event.title}</p>}
        <p className="tabular text-xs text-muted">
          {formatTickets(hold.quantity)} × {formatMoney(fromWireMoney(hold.price))}
        </p>
      </div>
      <span className="tabular font-medium">{formatMoney(holdTotals(hold).tickets)}</span>
    </li>
  )
}

/** "5.00" → "5", "7.50" → "7.5". */
function shortPercent(percent = ''): string {
  return percent.replace(/\.?0+$/, '')
}

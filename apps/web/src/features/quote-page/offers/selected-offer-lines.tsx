import { formatMoney, type Money } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { shortSeatLabel, totalOf } from './offer-copy.ts'
import type { SelectedOffer } from './use-offer-selection.ts'

interface SelectedOfferLinesProps {
  label: string
  lines: readonly SelectedOffer[]
  tickets: number
  /** `null` while some prices are not loaded. */
  total: Money | null
}

export function SelectedOfferLines({ label, lines, tickets, total }: SelectedOfferLinesProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-1.5 text-sm">
      {lines.map(({ offer, quantity }) => (
        <li key={offer.id} className="flex justify-between gap-4">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {shortSeatLabel(offer)} <span className="whitespace-nowrap text-muted">× {quantity}</span>
          </span>
          <span className="tabular">{formatMoney(totalOf(offer, quantity))}</span>
        </li>
      ))}
      <li className="flex justify-between gap-4 border-t border-line pt-2 text-lg font-semibold">
        <span>{formatTickets(tickets)}</span>
        {total && <span className="tabular">{formatMoney(total)}</span>}
      </li>
    </ul>
  )
}

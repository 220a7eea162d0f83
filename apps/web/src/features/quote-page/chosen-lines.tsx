import { formatMoney, type Money } from '@terrace/domain/money'
import { formatTickets } from '@terrace/domain/tickets'
import { shortPlace, totalOf } from './offer-words.ts'
import type { Chosen } from './use-choice.ts'

interface ChosenLinesProps {
  label: string
  lines: readonly Chosen[]
  tickets: number
  /** Null where not every price is known to the page. */
  total: Money | null
}

/** Tickets with what they come to, and the sum. */
export function ChosenLines({ label, lines, tickets, total }: ChosenLinesProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-1.5 text-sm">
      {lines.map(({ offer, quantity }) => (
        <li key={offer.id} className="flex justify-between gap-4">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {shortPlace(offer)} <span className="whitespace-nowrap text-muted">× {quantity}</span>
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

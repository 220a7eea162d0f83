import type { WireListingDetails, WireListingSale } from '@terrace/contracts/inventory-details'
import { seatsOfNumbers, seatsText } from '@terrace/domain/tickets/seats'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { counted, moneyText } from '#web/features/inventory/texts.ts'

/** Which buyer gets which seats, newest sale first. */
export function ListingSales({ sales }: Pick<WireListingDetails, 'sales'>) {
  if (sales.length === 0) return null
  return (
    <section aria-label="Sales">
      <h3 className="mb-2 text-sm">Sales</h3>
      <ol className="divide-y divide-line-soft text-xs">
        {sales.map((sale) => (
          <li key={`${sale.order_number} ${sale.placed_at} ${sale.seats.join()}`} className="py-2">
            <p className="flex justify-between gap-3">
              <span className="font-medium">
                {counted(sale.quantity, 'ticket')}, {placeOf(sale)}
              </span>
              {sale.proceeds && <span className="tabular shrink-0">{moneyText(sale.proceeds)}</span>}
            </p>
            <p className="flex justify-between gap-3 text-muted">
              <span>
                Order {sale.order_number} · {stateOf(sale)}
              </span>
              <time dateTime={sale.placed_at} className="tabular shrink-0">
                {inViewerTimeZone(sale.placed_at)}
              </time>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function placeOf({ seats, tickets }: WireListingSale): string {
  const text = seatsText(seatsOfNumbers(seats))
  if (text !== undefined) return `${seats.length === 1 ? 'seat' : 'seats'} ${text}`
  const numbers = seatsText(seatsOfNumbers(tickets))
  return numbers === undefined ? 'no seat numbers' : `no. ${numbers} of the listing`
}

function stateOf({ state, is_returned: isReturned, delivered, quantity }: WireListingSale): string {
  if (state === 'cancelled') return isReturned ? 'cancelled, for sale again' : 'cancelled, not for sale again'
  if (state === 'delivered') return 'delivered'
  return delivered === 0 ? 'to deliver' : `${delivered} of ${quantity} delivered`
}

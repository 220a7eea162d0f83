import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { formatMoney } from '@terrace/domain/money/money'
import { deliveryLabel } from '@terrace/domain/tickets/delivery-types'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { daysBeforeText } from '#web/features/inventory/edit/in-hand.ts'
import { Facts, type Fact } from '#web/ui/data-display/facts.tsx'
import { counted, dayText, marginOf, moneyText, seatsText } from '#web/features/inventory/texts.ts'

const statusTexts = { published: 'On sale', unpublished: 'Off sale', sold_out: 'Sold out' } as const

/** What is for sale, and how it compares. */
export function ListingFacts({ row }: { row: WireInventoryRow }) {
  const margin = marginOf(row)
  const { rank, count, lowest } = row.market
  const facts: Fact[] = [
    ['Status', statusTexts[row.status]],
    ['Category', row.category.name],
    ['Seats', row.seats_hidden ? `${seatsText(row)}, hidden from buyers` : seatsText(row)],
    ['Tickets', `${row.quantity}, ${row.sold} sold, ${row.held} held`],
    ...(row.own_hold
      ? [['Own hold', `${row.own_hold.quantity} until ${inViewerTimeZone(row.own_hold.until)}`] as const]
      : []),
    ['Buyers see', counted(row.offered, 'ticket')],
    ['Price', moneyText(row.price)],
    ...(row.proceeds ? [['Proceeds', moneyText(row.proceeds)] as const] : []),
    ...(margin ? [['Margin', formatMoney(margin)] as const] : []),
    ['Rank in section', rank === null ? 'Not compared' : `${rank} of ${count}`],
    ['Lowest of others', moneyText(lowest)],
    [
      'In hand',
      `${row.is_in_hand ? 'Now' : dayText(row.in_hand_date)}${row.in_hand_days_before === null ? '' : `, ${daysBeforeText(row.in_hand_days_before)} the event`}`,
    ],
    ['Delivery', deliveryLabel(row.ticket_type)],
    ...(row.external_id === null ? [] : [['Your id', row.external_id] as const]),
  ]
  return <Facts facts={facts} />
}

import type { WireHold } from '@terrace/contracts/holds'
import { formatEventDate } from '@terrace/domain/time/dates'
import { formatMoney, toDecimal } from '@terrace/domain/money/money'
import { currencyExponent } from '@terrace/domain/money/currencies'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { locationText } from '#web/lib/format/seats.ts'
import { priceText } from '#web/lib/format/price.ts'
import { Countdown } from '#web/ui/data-display/countdown.tsx'
import { twoLines, type TableColumn } from '#web/ui/data-table/table-column.ts'
import { holdTotals } from '#web/features/holds/basket/basket.ts'
import { isReleaseScheduled, releasingText } from '#web/features/holds/release/scheduled-release.ts'
import { useRefreshAfterExpiry } from '#web/features/holds/expiry/use-refresh-after-expiry.ts'

const byText = (textOf: (hold: WireHold) => string) => (left: WireHold, right: WireHold) =>
  textOf(left).localeCompare(textOf(right), undefined, { numeric: true })

export function eventDay({ event }: WireHold): string {
  const text = formatEventDate({ local: event.event_date_local, timeConfirmed: event.time_confirmed })
  return text?.split(',')[0] ?? ''
}

/** 'Block 25 · 18 · 1–8'; the seats are those of the listing. */
export const seatsText = ({ listing }: WireHold): string => locationText(listing)

/** The client that the tickets are held for, else the title of the quote. */
export function clientText({ quote }: WireHold): string {
  return quote === null ? '' : (quote.client_name ?? quote.title)
}

export function holderText({ held_by: holder }: WireHold): string {
  if (holder === null) return ''
  return holder.is_me ? 'You' : holder.name
}

/** Columns of the team's holds, without the actions. */
export const holdColumns: readonly TableColumn<WireHold>[] = [
  {
    id: 'event',
    title: 'Event',
    width: 150,
    grow: 3,
    sort: byText(({ event }) => event.title),
    cell: ({ event }) => <span className={twoLines}>{event.title}</span>,
    text: ({ event }) => event.title,
  },
  {
    id: 'event_date',
    title: 'Event date',
    width: 98,
    dropOrder: 5,
    sort: byText(({ event }) => event.event_date_local),
    cell: (hold) => <span className="tabular">{eventDay(hold)}</span>,
    text: eventDay,
  },
  {
    id: 'seats',
    title: 'Section · row · seats',
    width: 132,
    grow: 1,
    sort: byText(seatsText),
    cell: seatsText,
    text: seatsText,
  },
  {
    id: 'client',
    title: 'Client or quote',
    width: 120,
    grow: 1,
    dropOrder: 4,
    sort: byText(clientText),
    cell: (hold) => <span className="text-muted">{clientText(hold) || '–'}</span>,
    text: clientText,
  },
  {
    id: 'holder',
    title: 'Held by',
    width: 100,
    dropOrder: 3,
    sort: byText(holderText),
    cell: (hold) => <span className="text-muted">{holderText(hold) || '–'}</span>,
    text: ({ held_by: holder }) => holder?.name ?? '',
  },
  {
    id: 'seller',
    title: 'Seller',
    width: 110,
    dropOrder: 1,
    isOptional: true,
    cell: ({ listing }) => <span className="text-muted">{listing.seller_name}</span>,
    text: ({ listing }) => listing.seller_name,
  },
  {
    id: 'note',
    title: 'Internal note',
    width: 140,
    grow: 1,
    dropOrder: 1,
    isOptional: true,
    cell: ({ internal_note: note }) => <span className="text-muted">{note ?? '–'}</span>,
    text: ({ internal_note: note }) => note ?? '',
  },
  {
    id: 'quantity',
    title: 'Qty',
    width: 34,
    isNumeric: true,
    sort: (left, right) => left.quantity - right.quantity,
    firstDirection: 'desc',
    cell: ({ quantity }) => quantity,
    text: ({ quantity }) => String(quantity),
  },
  {
    id: 'price',
    title: 'Price',
    width: 80,
    dropOrder: 2,
    isNumeric: true,
    sort: (left, right) => Number(left.price.amount) - Number(right.price.amount),
    cell: ({ price }) => <span className="text-muted">{priceText(price)}</span>,
    text: ({ price }) => `${price.amount} ${price.currency}`,
  },
  {
    id: 'total',
    title: 'All-in',
    width: 88,
    dropOrder: 6,
    isNumeric: true,
    sort: (left, right) => holdTotals(left).total.minor - holdTotals(right).total.minor,
    firstDirection: 'desc',
    cell: (hold) => <span className="font-semibold">{formatMoney(holdTotals(hold).total)}</span>,
    text: (hold) => {
      const { minor, currency } = holdTotals(hold).total
      return `${toDecimal(minor, currencyExponent(currency))} ${currency}`
    },
  },
  {
    id: 'time_left',
    title: 'Time left',
    width: 76,
    isNumeric: true,
    sort: byText(({ expires_at }) => expires_at),
    cell: (hold) => <HoldTimeLeft hold={hold} />,
    text: ({ expires_at }) => expires_at,
  },
]

/** Countdown to expiry; “Paying” during a payment, “Releasing…” once a release is scheduled. */
export function HoldTimeLeft({ hold }: { hold: WireHold }) {
  const onExpire = useRefreshAfterExpiry()
  if (hold.state === 'paying') return <span className="text-muted">Paying</span>
  if (isReleaseScheduled(hold))
    return <span className="whitespace-nowrap text-muted">{releasingText(hold)}</span>
  return (
    <Countdown
      key={hold.expires_at}
      label={`Time left for ${hold.event.title}, ${seatsText(hold)}`}
      expiresAt={hold.expires_at}
      offset={clockOffset()}
      isSilent
      onExpire={onExpire}
      className="[&_[role=timer]]:text-xs [&_svg]:hidden"
    />
  )
}

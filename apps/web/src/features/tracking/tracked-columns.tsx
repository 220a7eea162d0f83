import { eventDateText } from '#web/lib/format/event-date-text.ts'
import type { WireTrackedListing } from '@terrace/contracts/tracked-listings'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { priceText } from '#web/lib/format/price.ts'
import { cx } from '#web/ui/cx.ts'
import { twoLines, type TableColumn } from '#web/ui/data-table/table-column.ts'
import { PriceTrend } from './price-trend.tsx'
import { seatLabel } from './seat-label.ts'
import { CurrentPrice, PriceChange } from './tracked-prices.tsx'
import { priceChange, stateStyle } from './tracked-texts.ts'

export interface TrackedRowData {
  listing: WireTrackedListing
  /** From the server's list; may not include a recent press yet. */
  isTracked: boolean
}

type Column = TableColumn<TrackedRowData>

const byText = (textOf: (row: TrackedRowData) => string) => (left: TrackedRowData, right: TrackedRowData) =>
  textOf(left).localeCompare(textOf(right), undefined, { numeric: true })

const byNumber =
  (numberOf: (listing: WireTrackedListing) => number) => (left: TrackedRowData, right: TrackedRowData) =>
    numberOf(left.listing) - numberOf(right.listing)

/** Difference to the price when tracked in percent, so that currencies compare; 0 while unavailable. */
function changePercent(listing: WireTrackedListing): number {
  const { current_all_in_price: price, all_in_price_when_tracked: tracked } = listing
  if (price === null) return 0
  const original = Number(tracked.amount)
  return original === 0 ? 0 : (Number(price.amount) - original) / original
}

export function eventDay(listing: WireTrackedListing): string {
  return eventDateText(listing.event).split(',')[0] ?? ''
}

/** Columns of the tracked listings before status and bookmark. All are loaded, so they are sorted here. */
export const trackedColumns: readonly Column[] = [
  {
    id: 'event',
    title: 'Event',
    width: 136,
    grow: 4,
    sort: byText(({ listing }) => listing.event.title),
    cell: ({ listing }) => <span className={twoLines}>{listing.event.title}</span>,
    text: ({ listing }) => listing.event.title,
  },
  {
    id: 'event_date',
    title: 'Event date',
    width: 94,
    dropOrder: 5,
    sort: byText(({ listing }) => listing.event.event_date_local),
    cell: ({ listing }) => <span className="tabular">{eventDay(listing)}</span>,
    text: ({ listing }) => eventDay(listing),
  },
  {
    id: 'listing',
    title: 'Listing',
    width: 120,
    grow: 1,
    sort: byText(({ listing }) => seatLabel(listing)),
    cell: ({ listing }) => seatLabel(listing),
    text: ({ listing }) => seatLabel(listing),
  },
  {
    id: 'category',
    title: 'Category',
    width: 100,
    grow: 1,
    dropOrder: 2,
    sort: byText(({ listing }) => listing.category.name),
    cell: ({ listing }) => <span className="text-muted">{listing.category.name}</span>,
    text: ({ listing }) => listing.category.name,
  },
  {
    id: 'tracked_price',
    title: 'All-in then',
    width: 88,
    dropOrder: 4,
    isNumeric: true,
    cell: ({ listing }) => <span className="text-muted">{priceText(listing.all_in_price_when_tracked)}</span>,
    text: ({ listing: { all_in_price_when_tracked: price } }) => `${price.amount} ${price.currency}`,
  },
  {
    id: 'price',
    title: 'All-in now',
    width: 84,
    isNumeric: true,
    sort: byNumber(({ current_all_in_price: price }) => Number(price?.amount ?? Number.POSITIVE_INFINITY)),
    cell: ({ listing }) => <CurrentPrice listing={listing} />,
    text: ({ listing: { current_all_in_price: price } }) =>
      price ? `${price.amount} ${price.currency}` : '',
  },
  {
    id: 'change',
    title: 'Change',
    width: 96,
    isNumeric: true,
    sort: byNumber(changePercent),
    cell: ({ listing }) => <PriceChange listing={listing} />,
    text: ({ listing }) => priceChange(listing)?.text ?? '',
  },
  {
    id: 'trend',
    title: 'Trend',
    width: 80,
    dropOrder: 3,
    cell: ({ listing, isTracked }) => (
      <PriceTrend listing={listing} className={cx('max-h-7', !isTracked && 'opacity-45')} />
    ),
  },
  {
    id: 'available',
    title: 'Left',
    width: 36,
    dropOrder: 6,
    isNumeric: true,
    sort: byNumber(({ available }) => available),
    cell: ({ listing }) => listing.available,
    text: ({ listing }) => String(listing.available),
  },
  {
    id: 'tracked_at',
    title: 'Tracked',
    width: 120,
    dropOrder: 1,
    isOptional: true,
    firstDirection: 'desc',
    sort: byText(({ listing }) => listing.tracked_at),
    cell: ({ listing }) => <span className="tabular text-muted">{inViewerTimeZone(listing.tracked_at)}</span>,
    text: ({ listing }) => listing.tracked_at,
  },
]

/** The text of the status column, for sorting and the CSV. */
export function stateText({ listing }: TrackedRowData): string {
  const { label, detail } = stateStyle(listing)
  return `${label}, ${detail}`
}

export const byState = byText(stateText)

/** The columns that the URL can name. */
export const trackedLayoutColumns: readonly Pick<Column, 'id' | 'sort'>[] = [
  ...trackedColumns,
  { id: 'status', sort: byState },
]

import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import type { WireMoney } from '@terrace/contracts/wire-money'
import { csvText } from '@terrace/domain/text/csv-text'
import { deliveryLabel } from '@terrace/domain/tickets/delivery-types'
import { call } from '#web/lib/http/api-client.ts'
import { saveText } from '#web/lib/save-as.ts'
import type { FeedRequest } from '#web/features/listings/filters/feed-request.ts'
import { seatsCell } from '#web/features/listings/row/compact-texts.ts'
import { listingNotes } from '#web/features/listings/row/listing-details.ts'
import { columns, type ColumnId } from './columns.ts'

/** The API allows no larger pages. */
const pageSize = 500

const amount = (price: WireMoney | null) => (price ? `${price.amount} ${price.currency}` : '')

const texts: Readonly<Record<ColumnId, (listing: WireListing) => string>> = {
  section: ({ section }) => section,
  row: ({ row, general_admission: isStanding }) => (isStanding ? '' : row),
  seats: seatsCell,
  quantity: ({ available }) => String(available),
  delivery: ({ ticket_type: type }) => deliveryLabel(type),
  in_hand: ({ instant_download: isInstant, in_hand_date: day }) => (isInstant ? 'Instant' : day),
  restrictions: (listing) =>
    listingNotes(listing)
      .map(({ text }) => text)
      .join('; '),
  seller: ({ seller }) => seller.name,
  age: ({ published_at: publishedAt }) => publishedAt,
  face_value: ({ face_value: price }) => amount(price),
  price: ({ proceed_price: price }) => amount(price),
  all_in: ({ all_in_price: price }) => amount(price),
}

/** Saves all listings that pass the filters as CSV, in the order and with the columns of the list. */
export async function exportListings(
  name: string,
  request: FeedRequest,
  shown: readonly ColumnId[],
): Promise<void> {
  const listings = await loadAll(request)
  const rows = listings.map((listing) => shown.map((id) => texts[id](listing)))
  saveText(csvText([shown.map((id) => columns[id].title), ...rows]), {
    filename: `${name}.csv`,
    type: 'text/csv;charset=utf-8',
  })
}

async function loadAll(request: FeedRequest): Promise<WireListing[]> {
  const listings = new Map<string, WireListing>()
  for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
    const { data, meta } = await call(listingsRoutes.feed, {
      query: { ...request, page, per_page: pageSize },
    })
    // The list may shift between two pages, so a listing can arrive twice.
    for (const listing of data) listings.set(listing.id, listing)
    lastPage = meta.last_page
  }
  return [...listings.values()]
}

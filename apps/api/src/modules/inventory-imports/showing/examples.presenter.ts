import type { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import type { WireRowExample } from '@terrace/contracts/inventory-row-examples'
import type { ResponseOf } from '@terrace/contracts/route'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { sellerProceeds } from '@terrace/domain/money/seller-proceeds'
import { allInPrice } from '@terrace/domain/money/service-fee'
import type { Examples } from '../profiles/read-examples.ts'
import type { ReadRow } from '../reading/inventory-row.ts'

/** Rows as settings read them, with what a buyer pays and what the seller receives. */
export function presentExamples(
  { problems, missing, rows }: Examples,
  serviceFeeBp: number,
): ResponseOf<typeof inventoryProfilesRoutes.examples>['data'] {
  return { problems, missing, rows: rows.map((row) => presentExample(row, serviceFeeBp)) }
}

const unread: Omit<WireRowExample, 'problems'> = {
  event: '',
  venue: '',
  day: null,
  time: null,
  section: '',
  row: '',
  first_seat: null,
  last_seat: null,
  quantity: null,
  price: null,
  buyer_pays: null,
  proceeds: null,
  cost: null,
  delivery: null,
}

function presentExample(read: ReadRow, serviceFeeBp: number): WireRowExample {
  if ('problems' in read)
    return { ...unread, problems: read.problems.map(({ column, message }) => ({ column, message })) }
  const { row } = read
  const price = row.priceMinor === null ? null : money(row.priceMinor, row.currency)
  const cost = row.costMinor ?? null
  return {
    event: row.event.name,
    venue: row.event.venue,
    day: row.event.day,
    time: row.event.time,
    section: row.section,
    row: row.row,
    first_seat: row.firstSeat,
    last_seat: row.lastSeat,
    quantity: row.quantity,
    price: price && toWireMoney(price),
    buyer_pays: price && toWireMoney(allInPrice(price, serviceFeeBp)),
    proceeds: price && toWireMoney(sellerProceeds(price)),
    cost: cost === null ? null : toWireMoney(money(cost, row.currency)),
    delivery: row.delivery,
    problems: [],
  }
}

import {
  maxComparedListings,
  type InventoryFilter,
  type InventoryQuery,
  type inventoryRoutes,
} from '@terrace/contracts/inventory'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import type { ResponseInputOf } from '@terrace/contracts/route'
import { toWireMoney, toWirePercent } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { sellerFeeBp } from '@terrace/domain/money/seller-proceeds'
import type { Db } from '#api/db/client.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import { pageMetaOf } from '#api/http/page-meta.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import { supplyErrors } from '../supply.errors.ts'
import { readInventoryChoices } from './inventory-choices.repo.ts'
import type { InventorySelection } from './inventory-filter.ts'
import { marketOrders, type InventoryOrder } from './inventory-order.ts'
import {
  countByStatus,
  readEventTotals,
  readInventoryEvents,
  type EventTotals,
} from './inventory-summary.repo.ts'
import { presentInventoryEvent, presentInventoryRow } from './inventory.presenter.ts'
import { countTooMany, findInventoryPage, readInventoryRows } from './inventory.repo.ts'

export interface InventoryDeps {
  db: Db
  clock: Clock
  config: { serviceFeeBp: number }
}

/** @throws `input.invalid` when the filter leaves more listings than can be compared with those of other sellers. */
export async function assertComparable(
  db: DbOrTx,
  selection: InventorySelection,
  order?: InventoryOrder,
): Promise<void> {
  const total = await countTooMany(db, selection, order)
  if (total === undefined) return
  const field = order && marketOrders.has(order.order_by) ? 'order_by' : 'market'
  throw invalidInput({
    [field]: [
      `compares at most ${maxComparedListings} listings with those of other sellers, and the filters leave ${total}. Choose an event or a competition first`,
    ],
  })
}

export async function listInventory(
  { db, clock, config }: InventoryDeps,
  teamId: string,
  query: InventoryQuery,
): Promise<ResponseInputOf<typeof inventoryRoutes.list>> {
  const now = clock.now()
  const { page, per_page: perPage, order_by, sort_order, group_by, ...filter } = query
  const selection = { teamId, filter, now }
  const order = { order_by, sort_order, group_by }
  await assertComparable(db, selection, order)
  const { ids, total } = await findInventoryPage(db, selection, { order, page, perPage })
  const rows = await readInventoryRows(db, { teamId, ids, now })
  return {
    data: rows.map((row) => presentInventoryRow(row, now)),
    meta: {
      ...pageMetaOf(total, page, perPage),
      service_fee_percent: toWirePercent(config.serviceFeeBp),
      seller_fee_percent: toWirePercent(sellerFeeBp),
    },
  }
}

/** @throws `supply.listing_not_found`, also for a listing of another team. */
export async function showInventoryRow(
  { db, clock }: { db: DbOrTx; clock: Clock },
  teamId: string,
  listingId: string,
): Promise<WireInventoryRow> {
  const now = clock.now()
  const [row] = await readInventoryRows(db, { teamId, ids: [listingId], now })
  if (!row) throw supplyErrors.make('supply.listing_not_found')
  return presentInventoryRow(row, now)
}

export async function summariseInventory(
  { db, clock }: Pick<InventoryDeps, 'db' | 'clock'>,
  teamId: string,
  filter: InventoryFilter,
): Promise<ResponseInputOf<typeof inventoryRoutes.summary>> {
  const now = clock.now()
  const selection = { teamId, filter, now }
  await assertComparable(db, selection)
  const totals = await readEventTotals(db, selection)
  const byEvent = Map.groupBy(totals, ({ eventId }) => eventId)
  const [counts, events] = await Promise.all([
    countByStatus(db, selection),
    readInventoryEvents(db, [...byEvent.keys()]),
  ])
  return {
    data: {
      totals: presentTotals(totals),
      counts,
      events: events.map((event) => {
        const ofEvent = byEvent.get(event.eventId) ?? []
        return {
          event: presentInventoryEvent(event, now),
          ...presentTotals(ofEvent),
          offered: sum(ofEvent, 'offered'),
          lowest: ofEvent.some(({ lowest }) => lowest === null) ? null : sum(ofEvent, 'lowest'),
        }
      }),
    },
  }
}

export async function showInventoryChoices(
  { db, clock }: Pick<InventoryDeps, 'db' | 'clock'>,
  teamId: string,
  eventIds: readonly number[] | undefined,
): Promise<ResponseInputOf<typeof inventoryRoutes.choices>> {
  const now = clock.now()
  const {
    events: counted,
    competitions,
    performers,
    sections,
    tags,
  } = await readInventoryChoices(db, { teamId, eventIds, now })
  const listings = new Map(counted.map((event) => [event.id, event.listings]))
  const events = await readInventoryEvents(db, [...listings.keys()])
  return {
    data: {
      events: events.map((event) => ({
        ...presentInventoryEvent(event, now),
        listings: listings.get(event.eventId) ?? 0,
      })),
      competitions,
      performers,
      sections,
      tags,
    },
  }
}

type Counted = 'listings' | 'tickets' | 'sold' | 'held' | 'offered' | 'lowest'
type Valued = 'costMinor' | 'askingMinor' | 'proceedsMinor' | 'marginMinor'

function sum(totals: readonly EventTotals[], field: Counted | Valued): number {
  return totals.reduce((total, one) => total + (one[field] ?? 0), 0)
}

function presentTotals(totals: readonly EventTotals[]) {
  const byCurrency = [...Map.groupBy(totals, ({ currency }) => currency)]
  return {
    listings: sum(totals, 'listings'),
    tickets: sum(totals, 'tickets'),
    sold: sum(totals, 'sold'),
    held: sum(totals, 'held'),
    values: byCurrency.map(([currency, ofCurrency]) => {
      const amount = (field: Valued) => toWireMoney(money(sum(ofCurrency, field), currency))
      return {
        currency,
        cost: amount('costMinor'),
        asking: amount('askingMinor'),
        proceeds: amount('proceedsMinor'),
        margin: amount('marginMinor'),
      }
    }),
  }
}

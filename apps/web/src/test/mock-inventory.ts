import { inventoryPageSize, inventoryRoutes } from '@terrace/contracts/inventory'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { inventorySummary } from './inventory-factories.ts'
import { gbp } from './factories.ts'
import { mockRoute } from './mock-api.ts'

/** The user data of a seller's login. */
export const seller = {
  id: 'usr_9',
  firstname: 'Sam',
  role: 'seller',
  team_data: { id: 'tm_9', name: 'Northgate Tickets' },
}

/** Mocks the inventory of a team with these listings, in this order. Returns the requests of the list. */
export function mockInventory(readRows: () => readonly WireInventoryRow[]) {
  mockRoute(inventoryRoutes.summary, () => ({ data: inventorySummary(readRows()) }))
  mockRoute(inventoryRoutes.choices, () => ({
    data: {
      events: [...new Map(readRows().map(({ event }) => [event.id, { ...event, listings: 2 }])).values()],
      competitions: [{ id: 3, name: 'Premier League', listings: 2 }],
      performers: [],
      sections: [{ name: 'Block 115', listings: 1 }],
      tags: [],
    },
  }))
  mockRoute(inventoryRoutes.one, ({ params }) => {
    const row = readRows().find(({ id }) => id === params['listing_id'])
    if (!row) throw new Error(`no listing ${String(params['listing_id'])}`)
    return { data: row }
  })
  mockRoute(inventoryRoutes.market, () => ({
    data: { lowest: gbp('95.00'), rank: 4, count: 9, past_sales: { median: gbp('110.00'), sales: 12 } },
  }))
  return mockRoute(inventoryRoutes.list, ({ query }) => {
    const ids = query.getAll('listing_id[]')
    const rows = readRows().filter(({ id }) => ids.length === 0 || ids.includes(id))
    const page = Number(query.get('page') ?? 1)
    const start = (page - 1) * inventoryPageSize
    return {
      data: rows.slice(start, start + inventoryPageSize),
      meta: {
        total: rows.length,
        page,
        per_page: inventoryPageSize,
        last_page: Math.max(Math.ceil(rows.length / inventoryPageSize), 1),
        service_fee_percent: '5.00',
        seller_fee_percent: '8.00',
      },
    }
  })
}

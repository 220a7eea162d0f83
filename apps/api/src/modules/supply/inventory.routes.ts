import { inventoryRoutes } from '@terrace/contracts/inventory'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import {
  listInventory,
  showInventoryChoices,
  showInventoryRow,
  summariseInventory,
  type InventoryDeps,
} from './inventory/show-inventory.ts'

/** The routes of a selling team. What it may see and change depends on the team alone, not on the account. */
export function mountInventory(http: HttpContext, deps: InventoryDeps): void {
  mountRoute(http, inventoryRoutes.list, ({ query, account }) => listInventory(deps, account.teamId, query))

  mountRoute(http, inventoryRoutes.one, async ({ params, account }) => ({
    data: await showInventoryRow(deps, account.teamId, params.listing_id),
  }))

  mountRoute(http, inventoryRoutes.summary, ({ query, account }) =>
    summariseInventory(deps, account.teamId, query),
  )

  mountRoute(http, inventoryRoutes.choices, ({ query, account }) =>
    showInventoryChoices(deps, account.teamId, query['event_id[]']),
  )
}

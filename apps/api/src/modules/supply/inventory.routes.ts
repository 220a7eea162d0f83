import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import { actorOf } from '#api/audit/actor.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import type { EventCache } from '#api/modules/listings/index.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { idempotencyKey } from '#api/shared/idempotency.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { FastifyRequest } from 'fastify'
import { createListing } from './edit/create-listing.ts'
import { editListing, setPublished } from './edit/edit-listing.ts'
import { showListingHistory } from './edit/show-history.ts'
import {
  listInventory,
  showInventoryChoices,
  showInventoryRow,
  summariseInventory,
  type InventoryDeps,
} from './inventory/show-inventory.ts'

interface InventoryRoutesDeps extends InventoryDeps {
  ids: Ids
  eventCache: Pick<EventCache, 'invalidate'>
}

/** The routes of a selling team. What it may see and change depends on the team alone, not on the account. */
export function mountInventory(http: HttpContext, deps: InventoryRoutesDeps): void {
  /** Pages of this process show the change at once; others learn of it from the outbox. */
  async function changed(work: Promise<WireInventoryRow>): Promise<{ data: WireInventoryRow }> {
    const data = await work
    deps.eventCache.invalidate(data.event.id)
    return { data }
  }

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

  mountRoute(http, inventoryEditRoutes.create, async ({ body, account, request, idempotencyKey: key }) => {
    const editor = { ...editorOf(account, request), baseCurrency: account.baseCurrency }
    return changed(createListing(deps, editor, { body, key: idempotencyKey(key, body) }))
  })

  mountRoute(http, inventoryEditRoutes.update, ({ params, body, account, request }) =>
    changed(editListing(deps, editorOf(account, request), { ...body, listingId: params.listing_id })),
  )

  mountRoute(http, inventoryEditRoutes.publish, ({ params, body, account, request }) =>
    changed(
      setPublished(deps, editorOf(account, request), {
        listingId: params.listing_id,
        version: body.version,
        isPublished: true,
      }),
    ),
  )

  mountRoute(http, inventoryEditRoutes.withdraw, ({ params, body, account, request }) =>
    changed(
      setPublished(deps, editorOf(account, request), {
        listingId: params.listing_id,
        version: body.version,
        isPublished: false,
      }),
    ),
  )

  mountRoute(http, inventoryEditRoutes.history, ({ params, query, account }) =>
    showListingHistory(deps, account.teamId, { listingId: params.listing_id, before: query.before }),
  )
}

function editorOf(account: AuthenticatedAccount, request: FastifyRequest) {
  return { teamId: account.teamId, accountId: account.accountId, actor: actorOf(account, request) }
}

import { inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import { inventoryDetailsRoutes } from '@terrace/contracts/inventory-details'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import { moneyFields } from '@terrace/domain/sellers/money-fields'
import { permissionsForFields } from '@terrace/domain/sellers/seller-permissions'
import { seesMoney } from '#api/access/sees-money.ts'
import { actorOf } from '#api/audit/actor.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import type { EventCache } from '#api/modules/listings/index.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { idempotencyKey } from '#api/shared/idempotency.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { FastifyRequest } from 'fastify'
import { previewBulkEdit } from './bulk/preview-bulk-edit.ts'
import { applyBulkEdit, undoBulkEdit } from './bulk/run-bulk-edit.ts'
import { listBulkEdits, showBulkEdit, showBulkRows } from './bulk/show-bulk-edit.ts'
import { createListing, createListings } from './edit/create-listing.ts'
import { editListing, setPublished } from './edit/edit-listing.ts'
import { showListingHistory } from './edit/show-history.ts'
import { showListingDetails } from './details/show-listing-details.ts'
import { showMarket } from './market/show-market.ts'
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

/** The routes of a selling team. What a call sees and changes depends on the team; who may call, on the member's permissions. */
export function mountInventory(http: HttpContext, deps: InventoryRoutesDeps): void {
  /** Pages of this process show the change at once; others learn of it from the outbox. */
  async function changed(work: Promise<WireInventoryRow>): Promise<{ data: WireInventoryRow }> {
    const data = await work
    deps.eventCache.invalidate(data.event.id)
    return { data }
  }

  mountRoute(http, inventoryRoutes.list, async ({ query, account }) => {
    // An order tells which listing has more.
    if (moneyFields.has(query.order_by)) await http.requirePermission(account, ['money'])
    return listInventory(deps, account.teamId, query)
  })

  mountRoute(http, inventoryRoutes.one, async ({ params, account }) => ({
    data: await showInventoryRow(deps, account.teamId, params.listing_id),
  }))

  mountRoute(http, inventoryDetailsRoutes.details, async ({ params, account }) => ({
    data: await showListingDetails(deps, account.teamId, params.listing_id),
  }))

  mountRoute(http, inventoryRoutes.market, async ({ params, query, account }) => ({
    data: await showMarket(deps, account.teamId, { listingId: params.listing_id, price: query.price }),
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

  mountRoute(
    http,
    inventoryEditRoutes.createMany,
    async ({ body, account, request, idempotencyKey: key }) => {
      const editor = { ...editorOf(account, request), baseCurrency: account.baseCurrency }
      const data = await createListings(deps, editor, { bodies: body.listings, key })
      for (const id of new Set(data.flatMap(({ listing }) => listing?.event.id ?? [])))
        deps.eventCache.invalidate(id)
      return { data }
    },
  )

  mountRoute(http, inventoryEditRoutes.update, async ({ params, body, account, request }) => {
    const { version: _, ...fields } = body
    await http.requirePermission(account, permissionsForFields(Object.keys(fields)))
    return changed(editListing(deps, editorOf(account, request), { ...body, listingId: params.listing_id }))
  })

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
    showListingHistory(deps, account.teamId, {
      listingId: params.listing_id,
      before: query.before,
      withCosts: seesMoney(account),
    }),
  )

  mountBulkEdits(http, deps)
}

function mountBulkEdits(http: HttpContext, deps: InventoryRoutesDeps): void {
  const onWritten = (eventIds: readonly number[]) => {
    for (const eventId of eventIds) deps.eventCache.invalidate(eventId)
  }

  mountRoute(http, inventoryBulkRoutes.preview, async ({ body, account, request }) => {
    await http.requirePermission(account, permissionsForFields(Object.keys(body.change)))
    if (body.change.floor?.by === 'cost') await http.requirePermission(account, ['money'])
    const id = await previewBulkEdit(deps, editorOf(account, request), body)
    return { data: await showBulkEdit(deps, account.teamId, id) }
  })

  mountRoute(http, inventoryBulkRoutes.list, async ({ account }) => ({
    data: await listBulkEdits(deps, account.teamId),
  }))

  mountRoute(http, inventoryBulkRoutes.rows, ({ params, query, account }) =>
    showBulkRows(deps, account.teamId, { ...query, id: params.bulk_edit_id }),
  )

  mountRoute(http, inventoryBulkRoutes.apply, async ({ params, account, request }) => {
    const id = params.bulk_edit_id
    await applyBulkEdit(deps, editorOf(account, request), { id, onWritten })
    return { data: await showBulkEdit(deps, account.teamId, id) }
  })

  mountRoute(http, inventoryBulkRoutes.undo, async ({ params, body, account, request }) => {
    const id = params.bulk_edit_id
    await undoBulkEdit(deps, editorOf(account, request), { id, confirmed: body.confirmed_unsold, onWritten })
    return { data: await showBulkEdit(deps, account.teamId, id) }
  })
}

function editorOf(account: AuthenticatedAccount, request: FastifyRequest) {
  return { teamId: account.teamId, accountId: account.accountId, actor: actorOf(account, request) }
}

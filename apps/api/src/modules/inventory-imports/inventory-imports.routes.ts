import { inventoryExportRoutes } from '@terrace/contracts/inventory-export'
import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { seesMoney } from '#api/access/sees-money.ts'
import { actorOf } from '#api/audit/actor.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { Config } from '#api/config/config.ts'
import type { WorkBudget } from '#api/plugins/rate-limit/work-budget.ts'
import { createWorkTurns } from '#api/shared/concurrency/work-turns.ts'
import {
  decideEvent,
  confirmWithdrawals,
  discardImport,
  startApplying,
  startUndoing,
} from './imports/decide-import.ts'
import type { ImportDeps } from './imports/import-deps.ts'
import { readImports } from './imports/imports.repo.ts'
import type { InventoryImport } from './imports/inventory-import.ts'
import { previewUndo } from './applying/preview-undo.ts'
import { readHeldEvents } from './matching/import-events.repo.ts'
import { findProfileVersion } from './profiles/profiles.repo.ts'
import { pageMetaOf } from '#api/http/page-meta.ts'
import { hasCosts, type InventoryProfile } from './profiles/profile.ts'
import { exportInventory, needsCosts } from './showing/export-inventory.ts'
import { presentHeldEvent, presentRow, presentUndoPreview } from './showing/imports.presenter.ts'
import { readImportDetail, requireImportOf, shownImport, shownImports } from './showing/read-import.ts'
import { readShownRows } from './showing/shown-rows.repo.ts'
import { writeResult } from './showing/write-result.ts'

export interface InventoryRouteDeps extends ImportDeps {
  config: Pick<Config, 'serviceFeeBp'>
  work: Pick<WorkBudget, 'assertBudgetLeft' | 'charge'>
}

/** Mounts what a seller does with uploaded files; upload.routes.ts has the upload itself. */
export function mountInventoryImports(http: HttpContext, deps: InventoryRouteDeps): void {
  const { db, clock, config } = deps
  const shown = async (inventoryImport: InventoryImport) => ({
    data: await shownImport(deps, inventoryImport),
  })

  /** Applying or undoing a file sets prices, and costs if the file has a column for them. */
  async function requireForWriting(account: AuthenticatedAccount, importId: string): Promise<void> {
    await http.requirePermission(account, ['price'])
    if (seesMoney(account)) return
    const { settings } = await profileOf(await requireImportOf(db, account.teamId, importId))
    if (hasCosts(settings)) await http.requirePermission(account, ['money'])
  }

  async function profileOf({ id, profileId, profileVersion }: InventoryImport): Promise<InventoryProfile> {
    const profile = await findProfileVersion(db, profileId, profileVersion)
    if (!profile) throw new Error(`the import ${id} has no profile`)
    return profile
  }

  mountRoute(http, inventoryImportsRoutes.list, async ({ account, query }) => {
    const { page, per_page: perPage } = query
    const { imports, total } = await readImports(db, account.teamId, { page, perPage })
    return {
      data: await shownImports(db, imports),
      meta: pageMetaOf(total, page, perPage),
    }
  })

  mountRoute(http, inventoryImportsRoutes.one, async ({ account, params }) => ({
    data: await readImportDetail(db, {
      teamId: account.teamId,
      importId: params.import_id,
      serviceFeeBp: config.serviceFeeBp,
    }),
  }))

  mountRoute(http, inventoryImportsRoutes.rows, async ({ account, params, query }) => {
    const { id } = await requireImportOf(db, account.teamId, params.import_id)
    const { page, per_page: perPage, action, result } = query
    const { rows, total } = await readShownRows(db, id, {
      action,
      result,
      priceMovesOver: query.price_moves_over,
      order: { by: query.order_by, direction: query.sort_order },
      page,
      perPage,
    })
    return { data: rows.map(presentRow), meta: pageMetaOf(total, page, perPage) }
  })

  mountRoute(http, inventoryImportsRoutes.heldEvents, async ({ account, params, query }) => {
    const { id } = await requireImportOf(db, account.teamId, params.import_id)
    const { page, per_page: perPage } = query
    const held = await readHeldEvents(db, id, { limit: perPage, offset: (page - 1) * perPage })
    return { data: held.events.map(presentHeldEvent), meta: pageMetaOf(held.total, page, perPage) }
  })

  mountRoute(http, inventoryImportsRoutes.decideEvent, async ({ account, params, body, request }) =>
    shown(
      await decideEvent(deps, {
        teamId: account.teamId,
        importId: params.import_id,
        actor: actorOf(account, request),
        key: body.key,
        decision: 'event_id' in body ? { eventId: body.event_id } : { skip: true },
      }),
    ),
  )

  mountRoute(http, inventoryImportsRoutes.decideWithdrawals, async ({ account, params, body }) =>
    shown(
      await confirmWithdrawals(deps, { teamId: account.teamId, importId: params.import_id, choice: body }),
    ),
  )

  mountRoute(http, inventoryImportsRoutes.apply, async ({ account, params, request }) => {
    await requireForWriting(account, params.import_id)
    return shown(
      await startApplying(deps, {
        teamId: account.teamId,
        importId: params.import_id,
        actor: actorOf(account, request),
      }),
    )
  })

  mountRoute(http, inventoryImportsRoutes.discard, async ({ account, params }) =>
    shown(await discardImport(deps, { teamId: account.teamId, importId: params.import_id })),
  )

  mountRoute(http, inventoryImportsRoutes.undo, async ({ account, params, body, request }) => {
    await requireForWriting(account, params.import_id)
    return shown(
      await startUndoing(deps, {
        teamId: account.teamId,
        importId: params.import_id,
        actor: actorOf(account, request),
        relist: body.relist_withdrawn,
      }),
    )
  })

  mountRoute(http, inventoryImportsRoutes.undoPreview, async ({ account, params }) => ({
    data: presentUndoPreview(await previewUndo(deps, { teamId: account.teamId, importId: params.import_id })),
  }))

  mountRoute(http, inventoryImportsRoutes.result, async ({ account, params, query }) => {
    const inventoryImport = await requireImportOf(db, account.teamId, params.import_id)
    const profile = await profileOf(inventoryImport)
    const line = Number(query.after ?? 0)
    const after = Number.isSafeInteger(line) ? line : 0
    return {
      data: await writeResult(deps, inventoryImport, profile, {
        after,
        action: query.action,
        withMoney: seesMoney(account),
      }),
    }
  })

  mountRoute(http, inventoryExportRoutes.export, async ({ account, query, request }) => {
    const withMoney = seesMoney(account)
    if (!withMoney && needsCosts(query.dialect)) await http.requirePermission(account, ['money'])
    const data = await exportInventory(db, {
      turns: createWorkTurns(deps.work, { request, accountId: account.accountId }),
      teamId: account.teamId,
      dialect: query.dialect,
      currency: query.currency ?? account.baseCurrency,
      after: query.after,
      filter: query,
      now: clock.now(),
      withMoney,
    })
    return { data }
  })
}

import { inventoryDraftsRoutes } from '@terrace/contracts/inventory-drafts'
import { actorOf } from '#api/audit/actor.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { rememberEvent } from './drafts/remember-event.ts'
import { checkDrafts, readRows } from './drafts/read-rows.ts'
import { readText, type DraftDeps } from './drafts/read-text.ts'

/** Mounts how listings are read that a seller types or pastes. */
export function mountInventoryDrafts(http: HttpContext, deps: DraftDeps): void {
  const readerOf = ({ teamId, baseCurrency: currency }: { teamId: string; baseCurrency: string }) => ({
    teamId,
    currency,
  })

  mountRoute(http, inventoryDraftsRoutes.readText, async ({ account, body }) => ({
    data: await readText(deps, readerOf(account), body),
  }))

  mountRoute(http, inventoryDraftsRoutes.readRows, async ({ account, body }) => ({
    data: await readRows(deps, readerOf(account), body),
  }))

  mountRoute(http, inventoryDraftsRoutes.rememberEvent, async ({ account, body, request }) => {
    await rememberEvent(deps, { ...account, actor: actorOf(account, request) }, body)
    return { data: { remembered: true } }
  })

  mountRoute(http, inventoryDraftsRoutes.check, async ({ account, body }) => ({
    data: await checkDrafts(deps, readerOf(account), body),
  }))
}

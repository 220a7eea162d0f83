import { inventoryDraftsRoutes, type WireDraft } from '@terrace/contracts/inventory-drafts'
import { permissionNames } from '@terrace/domain/sellers/seller-permissions'
import { seesMoney } from '#api/access/sees-money.ts'
import { actorOf } from '#api/audit/actor.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { mountRoute, type Call, type HttpContext } from '#api/http/mount-route.ts'
import type { WorkBudget } from '#api/plugins/rate-limit/work-budget.ts'
import { createWorkTurns } from '#api/shared/concurrency/work-turns.ts'
import { rememberEvent } from './drafts/remember-event.ts'
import { checkDrafts, readRows } from './drafts/read-rows.ts'
import { readText, type DraftDeps, type DraftReader } from './drafts/read-text.ts'

interface DraftRouteDeps extends DraftDeps {
  work: Pick<WorkBudget, 'assertBudgetLeft' | 'charge'>
}

/** Mounts how listings are read that a seller types or pastes. */
export function mountInventoryDrafts(http: HttpContext, deps: DraftRouteDeps): void {
  const { work } = deps

  function readerOf({ account, request }: Pick<Call<never>, 'account' | 'request'>): DraftReader {
    const { accountId, teamId, baseCurrency: currency } = account
    return { teamId, currency, turns: createWorkTurns(work, { request, accountId }) }
  }

  mountRoute(http, inventoryDraftsRoutes.readText, async (call) => {
    const data = await readText(deps, readerOf(call), call.body)
    return { data: { ...data, drafts: withCostNotices(data.drafts, call.account) } }
  })

  mountRoute(http, inventoryDraftsRoutes.readRows, async (call) => {
    const data = await readRows(deps, readerOf(call), call.body)
    return { data: { ...data, drafts: withCostNotices(data.drafts, call.account) } }
  })

  mountRoute(http, inventoryDraftsRoutes.rememberEvent, async ({ account, body, request }) => {
    await rememberEvent(deps, { ...account, actor: actorOf(account, request) }, body)
    return { data: { remembered: true } }
  })

  mountRoute(http, inventoryDraftsRoutes.check, async (call) => {
    const drafts = await checkDrafts(deps, readerOf(call), call.body)
    return { data: withCostNotices(drafts, call.account) }
  })
}

/** The response to a member without `money` has no costs. A draft that had one says that it is left out. */
function withCostNotices<Draft extends WireDraft>(
  drafts: readonly Draft[],
  account: AuthenticatedAccount,
): Draft[] {
  if (seesMoney(account)) return [...drafts]
  const message = `The cost is left out, as it needs the permission “${permissionNames.money}”`
  return drafts.map((draft) =>
    (draft.cells.cost ?? '') === ''
      ? draft
      : { ...draft, notices: [...draft.notices, { field: 'cost', message }] },
  )
}

import { priceRulesRoutes } from '@terrace/contracts/price-rules'
import { actorOf } from '#api/audit/actor.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { FastifyRequest } from 'fastify'
import { showMoves } from './log/show-moves.ts'
import { changeRule, createRule, deleteRule, reorderRules, type RuleDeps } from './rules/manage-rules.ts'
import { showRule, showRules } from './rules/show-rules.ts'
import { switchAllRules, switchRule } from './rules/switch-rules.ts'
import { runRulesNow } from './runs/run-now.ts'
import { readCompetitions } from './scope/competitions.repo.ts'
import { showSimulation, simulateRule } from './simulation/simulate-rule.ts'

/** The price rules of a selling team. */
export function mountPriceRules(http: HttpContext, deps: RuleDeps & { ids: Ids }): void {
  const { db, clock } = deps

  mountRoute(http, priceRulesRoutes.list, async ({ account }) => ({
    data: await showRules(deps, account.teamId),
  }))

  mountRoute(http, priceRulesRoutes.choices, async ({ account }) => ({
    data: { competitions: await readCompetitions(db, { teamId: account.teamId, now: clock.now() }) },
  }))

  mountRoute(http, priceRulesRoutes.create, async ({ account, body, request }) => {
    const id = await createRule(deps, editorOf(account, request), body)
    return { data: await showRule(deps, { teamId: account.teamId, id }) }
  })

  mountRoute(http, priceRulesRoutes.change, async ({ account, params, body, request }) => {
    const { rule_id: id } = params
    await changeRule(deps, editorOf(account, request), { ...body, id })
    return { data: await showRule(deps, { teamId: account.teamId, id }) }
  })

  mountRoute(http, priceRulesRoutes.remove, async ({ account, params, request }) => {
    await deleteRule(deps, editorOf(account, request), params.rule_id)
    return { data: { id: params.rule_id } }
  })

  mountRoute(http, priceRulesRoutes.simulate, async ({ account, params, body, request }) => ({
    data: await simulateRule(deps, editorOf(account, request), { id: params.rule_id, version: body.version }),
  }))

  mountRoute(http, priceRulesRoutes.simulation, ({ account, params, query }) =>
    showSimulation(deps, account.teamId, { ...query, id: params.rule_id }),
  )

  mountRoute(http, priceRulesRoutes.switch, async ({ account, params, body, request }) => {
    const { rule_id: id } = params
    await switchRule(deps, editorOf(account, request), { id, version: body.version, isOn: body.on })
    return { data: await showRule(deps, { teamId: account.teamId, id }) }
  })

  mountRoute(http, priceRulesRoutes.reorder, async ({ account, body, request }) => {
    await reorderRules(deps, editorOf(account, request), body.rule_ids)
    return { data: await showRules(deps, account.teamId) }
  })

  mountRoute(http, priceRulesRoutes.switchAll, async ({ account, body, request }) => {
    await switchAllRules(deps, editorOf(account, request), body.on)
    return { data: await showRules(deps, account.teamId) }
  })

  mountRoute(http, priceRulesRoutes.run, async ({ account }) => {
    await runRulesNow(deps, account)
    return { data: await showRules(deps, account.teamId) }
  })

  mountRoute(http, priceRulesRoutes.moves, ({ account, query }) => showMoves(db, account.teamId, query))
}

function editorOf(account: AuthenticatedAccount, request: FastifyRequest) {
  return { teamId: account.teamId, accountId: account.accountId, actor: actorOf(account, request) }
}

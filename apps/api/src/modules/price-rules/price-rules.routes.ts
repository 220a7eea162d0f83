import { priceRulesRoutes } from '@terrace/contracts/price-rules'
import { seesMoney } from '#api/access/sees-money.ts'
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
    await http.requirePermission(account, ['money'])
    const id = await createRule(deps, editorOf(account, request), body)
    return { data: await showRule(deps, { teamId: account.teamId, id }) }
  })

  mountRoute(http, priceRulesRoutes.change, async ({ account, params, body, request }) => {
    await http.requirePermission(account, ['money'])
    const { rule_id: id } = params
    await changeRule(deps, editorOf(account, request), { ...body, id })
    return { data: await showRule(deps, { teamId: account.teamId, id }) }
  })

  mountRoute(http, priceRulesRoutes.remove, async ({ account, params, request }) => {
    await deleteRule(deps, editorOf(account, request), params.rule_id)
    return { data: { id: params.rule_id } }
  })

  mountRoute(http, priceRulesRoutes.simulate, async ({ account, params, body, request }) => {
    await http.requirePermission(account, ['money'])
    const target = { id: params.rule_id, version: body.version }
    return { data: await simulateRule(deps, editorOf(account, request), target) }
  })

  mountRoute(http, priceRulesRoutes.simulation, async ({ account, params, query }) => {
    const { data, meta } = await showSimulation(deps, account.teamId, { ...query, id: params.rule_id })
    return { data: data.map((move) => shownMove(move, account)), meta }
  })

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

  mountRoute(http, priceRulesRoutes.moves, async ({ account, query }) => {
    const { data, meta } = await showMoves(db, account.teamId, query)
    return { data: data.map((move) => shownMove(move, account)), meta }
  })
}

/** The lowest price of a rule is the cost with a margin, unlike the floor of a listing, which all members see. */
function shownMove<Move extends { floor?: unknown }>(
  move: Move,
  account: AuthenticatedAccount,
): Omit<Move, 'floor'> | Move {
  if (seesMoney(account)) return move
  const { floor: _, ...shown } = move
  return shown
}

function editorOf(account: AuthenticatedAccount, request: FastifyRequest) {
  return { teamId: account.teamId, accountId: account.accountId, actor: actorOf(account, request) }
}

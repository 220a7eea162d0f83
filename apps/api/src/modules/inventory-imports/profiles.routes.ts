import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import { actorOf } from '#api/audit/actor.ts'
import type { Config } from '#api/config/config.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { WorkBudget } from '#api/plugins/rate-limit/work-budget.ts'
import { createWorkTurns } from '#api/shared/concurrency/work-turns.ts'
import { dialects } from './dialects/dialect.ts'
import { changesCosts, changesPricing } from './profiles/changes-pricing.ts'
import {
  archiveProfile,
  changeProfile,
  createProfile,
  requireProfile,
  type ProfileDeps,
} from './profiles/manage-profiles.ts'
import { readProfiles } from './profiles/profiles.repo.ts'
import { fittingProfiles, proposeSettings, settingsOfDialect } from './profiles/propose-settings.ts'
import { readExamples } from './profiles/read-examples.ts'
import { presentExamples } from './showing/examples.presenter.ts'
import { presentFittingProfile, presentProfile } from './showing/imports.presenter.ts'

export interface ProfileRouteDeps extends ProfileDeps {
  work: Pick<WorkBudget, 'assertBudgetLeft' | 'charge'>
  config: Pick<Config, 'serviceFeeBp'>
}

/** Mounts what a team's files mean. */
export function mountInventoryProfiles(http: HttpContext, deps: ProfileRouteDeps): void {
  mountRoute(http, inventoryProfilesRoutes.list, async ({ account }) => ({
    data: (await readProfiles(deps.db, account.teamId)).map(presentProfile),
  }))

  mountRoute(http, inventoryProfilesRoutes.dialects, async ({ account }) => ({
    data: dialects.map((dialect) => ({
      name: dialect.name,
      title: dialect.title,
      header: dialect.header,
      columns: dialect.columns,
      currency: dialect.currency,
      can_export: dialect.write !== undefined,
      settings: settingsOfDialect(dialect, account.baseCurrency),
    })),
  }))

  mountRoute(http, inventoryProfilesRoutes.propose, async ({ account, body }) => {
    const { unknownColumns, currencyFrom, ...proposal } = proposeSettings(body.header, account.baseCurrency)
    const fitting = fittingProfiles(body.header, await readProfiles(deps.db, account.teamId))
    return {
      data: {
        ...proposal,
        unknown_columns: unknownColumns,
        currency_from: currencyFrom,
        profiles: fitting.map(presentFittingProfile),
      },
    }
  })

  mountRoute(http, inventoryProfilesRoutes.examples, async ({ account, body, request }) => {
    const turns = createWorkTurns(deps.work, { request, accountId: account.accountId })
    return { data: presentExamples(await readExamples(body, turns), deps.config.serviceFeeBp) }
  })

  mountRoute(http, inventoryProfilesRoutes.create, async ({ account, body, request }) => ({
    data: presentProfile(
      await createProfile(deps, { ...body, teamId: account.teamId, actor: actorOf(account, request) }),
    ),
  }))

  mountRoute(http, inventoryProfilesRoutes.change, async ({ account, params, body, request }) => {
    const { teamId } = account
    const { profile_id: id } = params
    const { settings } = await requireProfile(deps.db, teamId, id)
    if (changesPricing(settings, body.settings)) await http.requirePermission(account, ['price'])
    if (changesCosts(settings, body.settings)) await http.requirePermission(account, ['money'])
    return {
      data: presentProfile(
        await changeProfile(deps, { ...body, id, teamId, actor: actorOf(account, request) }),
      ),
    }
  })

  mountRoute(http, inventoryProfilesRoutes.archive, async ({ account, params, request }) => {
    const { profile_id: id } = params
    await archiveProfile(deps, { teamId: account.teamId, id, actor: actorOf(account, request) })
    return { data: { id } }
  })
}

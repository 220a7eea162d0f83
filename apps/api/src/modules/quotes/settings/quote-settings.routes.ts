import { quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { callerOf } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { containsBrand } from '#api/shared/text/brand-name.ts'
import { isOwner } from '#api/modules/teams/index.ts'
import { changeQuoteSettings, changesMoneyOrContact } from './change-quote-settings.ts'
import { changeLogo } from './logo/change-logo.ts'
import { serveLogos } from './logo/serve-logos.ts'
import { presentQuoteSettings, readWireSettings } from './quote-settings.presenter.ts'
import { senderNameError } from './quote-settings.errors.ts'
import { readQuoteSettings } from './quote-settings.repo.ts'

interface SettingsDeps {
  db: Db
  ids: Ids
  clock: Clock
  config: { apiBaseUrl: string; brand: string }
}

/** Routes for quote settings: members read them, owners change them. */
export function mountQuoteSettings(http: HttpContext, deps: SettingsDeps): void {
  const { db, config } = deps

  async function response(account: AuthenticatedAccount) {
    const settings = await readQuoteSettings(db, account.teamId)
    return presentQuoteSettings(settings, {
      apiBaseUrl: config.apiBaseUrl,
      mayManage: await isOwner(db, account),
    })
  }

  mountRoute(http, quoteSettingsRoutes.read, ({ account }) => response(account))

  mountRoute(http, quoteSettingsRoutes.change, async ({ account, body, request }) => {
    const settings = readWireSettings(body)
    if (containsBrand(settings.name, config.brand)) throw senderNameError(config.brand)
    if (changesMoneyOrContact(await readQuoteSettings(db, account.teamId), settings))
      await http.requireReauthentication(account)
    await changeQuoteSettings(deps, account, { settings, caller: callerOf(request) })
    return response(account)
  })

  mountRoute(http, quoteSettingsRoutes.changeLogo, async ({ account, body, request }) => {
    const bytes = Buffer.from(body.base64, 'base64')
    await changeLogo(deps, account, { bytes, caller: callerOf(request) })
    return response(account)
  })

  mountRoute(http, quoteSettingsRoutes.removeLogo, async ({ account, request }) => {
    await changeLogo(deps, account, { bytes: null, caller: callerOf(request) })
    return response(account)
  })

  serveLogos(http.app, deps)
}

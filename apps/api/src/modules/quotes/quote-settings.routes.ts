import { quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { callerOf } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Ids } from '../../shared/ids.ts'
import { isOwner } from '../teams/index.ts'
import { changeQuoteSettings } from './change-quote-settings.ts'
import { changeLogo } from './logo/change-logo.ts'
import { serveLogos } from './logo/serve-logos.ts'
import { presentQuoteSettings, readWireSettings } from './quote-settings.presenter.ts'
import { readQuoteSettings } from './quote-settings.repo.ts'

interface SettingsDeps {
  db: Db
  ids: Ids
  clock: Clock
  config: { apiBase: string }
}

/** How a team's quotes look and behave: its members see it, its owners change it. */
export function mountQuoteSettings(http: HttpContext, deps: SettingsDeps): void {
  const { db, config } = deps

  async function answer(account: SignedIn) {
    const settings = await readQuoteSettings(db, account.teamId)
    return presentQuoteSettings(settings, {
      apiBase: config.apiBase,
      mayManage: await isOwner(db, account),
    })
  }

  mountRoute(http, quoteSettingsRoutes.read, ({ account }) => answer(account))

  mountRoute(http, quoteSettingsRoutes.change, async ({ account, body, request }) => {
    await changeQuoteSettings(deps, account, { settings: readWireSettings(body), caller: callerOf(request) })
    return answer(account)
  })

  mountRoute(http, quoteSettingsRoutes.changeLogo, async ({ account, body, request }) => {
    const bytes = Buffer.from(body.base64, 'base64')
    await changeLogo(deps, account, { bytes, caller: callerOf(request) })
    return answer(account)
  })

  mountRoute(http, quoteSettingsRoutes.removeLogo, async ({ account, request }) => {
    await changeLogo(deps, account, { bytes: null, caller: callerOf(request) })
    return answer(account)
  })

  serveLogos(http.app, deps)
}

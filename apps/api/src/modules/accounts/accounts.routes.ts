import { accountsRoutes } from '@terrace/contracts/accounts'
import { callerOf } from '../../audit/caller.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { Db } from '../../db/client.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import type { Ids } from '../../shared/ids.ts'
import { letterOrigin } from '../../shared/own-origin.ts'
import { presentUser } from './accounts.presenter.ts'
import type { Authenticator } from './authenticate.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'

interface AccountsDeps {
  db: Db
  ids: Ids
  outbox: OutboxTail
  authenticator: Authenticator
  config: { tradeOrigins: readonly string[]; production: boolean; port: number }
}

export function mountAccounts(http: HttpContext, deps: AccountsDeps): void {
  mountRoute(http, accountsRoutes.logIn, async ({ body, request }) => {
    const { account, token } = await logIn(deps, {
      ...body,
      caller: callerOf(request),
      siteOrigin: letterOrigin(deps.config, request.headers.origin),
    })
    return { data: { status: true, token, ...presentUser(account, { orders: 0, quotes: 0 }) } }
  })

  mountRoute(http, accountsRoutes.logOut, async ({ account, request }) => {
    await logOut(deps, account, callerOf(request))
    deps.authenticator.forget(account.sessionId)
    deps.outbox.wake()
    return { data: { status: true } }
  })
}

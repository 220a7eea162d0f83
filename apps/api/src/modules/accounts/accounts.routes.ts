import { accountsRoutes } from '@terrace/contracts/accounts'
import { callerOf } from '#api/audit/caller.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { Db } from '#api/db/client.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Ids } from '#api/shared/ids.ts'
import { emailLinkOrigin } from '#api/shared/http/allowed-origin.ts'
import { presentUser } from './accounts.presenter.ts'
import type { Authenticator } from './login/authenticate.ts'
import { logIn } from './login/log-in.ts'
import { logOut } from './login/log-out.ts'

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
      siteOrigin: emailLinkOrigin(deps.config, request.headers.origin),
    })
    return { data: { status: true, token, ...presentUser(account, { orders: 0, quotes: 0 }) } }
  })

  mountRoute(http, accountsRoutes.logOut, async ({ account, request }) => {
    await logOut(deps, account, callerOf(request))
    deps.authenticator.dropCachedSession(account.sessionId)
    deps.outbox.wake()
    return { data: { status: true } }
  })
}

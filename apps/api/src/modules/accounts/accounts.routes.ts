import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountsRoutes } from '@terrace/contracts/accounts'
import { secondFactorRoutes } from '@terrace/contracts/second-factor'
import { callerOf } from '#api/audit/caller.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Ids } from '#api/shared/ids.ts'
import { emailLinkOrigin } from '#api/shared/http/allowed-origin.ts'
import { presentUser } from './accounts.presenter.ts'
import type { Authenticator } from './login/authenticate.ts'
import { readDeviceCookies, setDeviceCookie } from './devices/device-cookies.ts'
import { logIn, type LoggedIn } from './login/log-in.ts'
import { logInBySecondFactor } from './login/log-in-by-second-factor.ts'
import { logOut } from './login/log-out.ts'
import type { SecondFactorDeps } from './second-factor/check-second-factor.ts'
import { passkeySiteOf } from './second-factor/passkey-site.ts'
import { startPasskeyLogin } from './second-factor/start-passkey-login.ts'

interface AccountsDeps extends SecondFactorDeps {
  ids: Ids
  outbox: OutboxTail
  authenticator: Authenticator
  config: { tradeOrigins: readonly string[]; production: boolean; port: number }
}

export function mountAccounts(http: HttpContext, deps: AccountsDeps): void {
  function rememberDevice(request: FastifyRequest, reply: FastifyReply, opened: LoggedIn): void {
    const { account, deviceEpoch: epoch } = opened
    setDeviceCookie(deps, { request, reply }, { accountId: account.id, epoch })
    // A login may send an email.
    deps.outbox.wake()
  }

  mountRoute(http, accountsRoutes.logIn, async ({ body, request, reply }) => {
    const outcome = await logIn(deps, {
      ...body,
      caller: callerOf(request),
      siteOrigin: emailLinkOrigin(deps.config, request.headers.origin),
      devices: readDeviceCookies(deps, request),
    })
    if ('secondFactor' in outcome) {
      return { data: { status: false as const, second_factor: outcome.secondFactor } }
    }
    rememberDevice(request, reply, outcome)
    return presentLogin(outcome)
  })

  mountRoute(http, secondFactorRoutes.prove, async ({ body: { token, ...proof }, request, reply }) => {
    const opened = await logInBySecondFactor(deps, {
      token,
      proof,
      caller: callerOf(request),
      devices: readDeviceCookies(deps, request),
    })
    rememberDevice(request, reply, opened)
    for (const sessionId of opened.ended) deps.authenticator.dropCachedSession(sessionId)
    return presentLogin(opened)
  })

  mountRoute(http, secondFactorRoutes.passkeyLogin, async ({ body, request }) => {
    const site = passkeySiteOf(deps.config, request.headers.origin)
    return { data: await startPasskeyLogin(deps, { token: body.token, site }) }
  })

  mountRoute(http, accountsRoutes.logOut, async ({ account, request }) => {
    await logOut(deps, account, callerOf(request))
    deps.authenticator.dropCachedSession(account.sessionId)
    deps.outbox.wake()
    return { data: { status: true } }
  })
}

/** The response to every complete login (spec §3). */
function presentLogin({ account, token }: LoggedIn) {
  return { data: { status: true as const, token, ...presentUser(account, { orders: 0, quotes: 0 }) } }
}

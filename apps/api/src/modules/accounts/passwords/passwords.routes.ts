import { passwordsRoutes } from '@terrace/contracts/passwords'
import { callerOf } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Ids } from '#api/shared/ids.ts'
import { isAllowedOrigin } from '#api/shared/http/allowed-origin.ts'
import { accountErrors } from '../accounts.errors.ts'
import { setDeviceCookie, type DeviceDeps } from '../devices/device-cookies.ts'
import { readDeviceEpoch } from '../devices/devices.repo.ts'
import type { Authenticator } from '../login/authenticate.ts'
import { changePassword } from './change-password.ts'
import { isAllowedResetLink, requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'

interface PasswordsDeps extends DeviceDeps {
  db: Db
  ids: Ids
  outbox: OutboxTail
  authenticator: Authenticator
  config: { tradeOrigins: readonly string[]; production: boolean }
}

export function mountPasswords(http: HttpContext, deps: PasswordsDeps): void {
  function dropCachedSessions(ended: readonly string[]): void {
    for (const sessionId of ended) deps.authenticator.dropCachedSession(sessionId)
    deps.outbox.wake()
  }

  mountRoute(http, passwordsRoutes.forgot, async ({ body, request }) => {
    if (!isAllowedResetLink(body.reset_link, (origin) => isAllowedOrigin(deps.config, origin))) {
      throw accountErrors.make('password.link_not_allowed', {
        details: { fields: { reset_link: ['must be a page on this site'] } },
      })
    }
    await requestPasswordReset(deps, {
      email: body.email,
      resetLink: body.reset_link,
      caller: callerOf(request),
    })
    deps.outbox.wake()
    return {
      data: { status: true },
      message: 'If this address has an account, a reset link is on its way',
    }
  })

  mountRoute(http, passwordsRoutes.reset, async ({ body, request }) => {
    const { token, password } = body
    dropCachedSessions(await resetPassword(deps, { token, password, caller: callerOf(request) }))
    return { data: { status: true }, message: 'Your password has been changed. Log in to continue' }
  })

  mountRoute(http, passwordsRoutes.change, async ({ account, body, request, reply }) => {
    await http.requireReauthentication(account, { isPasswordInCall: true })
    const { current_password: currentPassword, password } = body
    dropCachedSessions(
      await changePassword(deps, account, {
        currentPassword,
        password,
        caller: callerOf(request),
      }),
    )
    // This device stays known.
    const { accountId } = account
    const epoch = await readDeviceEpoch(deps.db, accountId)
    setDeviceCookie(deps, { request, reply }, { accountId, epoch })
    return { data: { status: true }, message: 'Your password has been changed' }
  })
}

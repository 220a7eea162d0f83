import { verifyEmailRoutes } from '@terrace/contracts/verify-email'
import { callerOf } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Ids } from '#api/shared/ids.ts'
import { resendEmailVerification } from './request-email-verification.ts'
import { verifyEmail } from './verify-email.ts'

export function mountVerifyEmail(http: HttpContext, deps: { db: Db; ids: Ids; outbox: OutboxTail }): void {
  mountRoute(http, verifyEmailRoutes.confirm, async ({ body, request }) => {
    const { isActive } = await verifyEmail(deps, { token: body.token, caller: callerOf(request) })
    const next = isActive ? 'You can log in now' : 'We’ll email you when your account is approved'
    return { data: { status: true }, message: `Your email address is confirmed. ${next}` }
  })

  mountRoute(http, verifyEmailRoutes.resend, async ({ body }) => {
    await resendEmailVerification(deps, body.token)
    deps.outbox.wake()
    return {
      data: { status: true },
      message: 'If your address still needs to be confirmed, a new link is on its way',
    }
  })
}

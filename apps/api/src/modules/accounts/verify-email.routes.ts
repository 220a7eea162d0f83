import { verifyEmailRoutes } from '@terrace/contracts/verify-email'
import { callerOf } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import type { Ids } from '../../shared/ids.ts'
import { resendEmailVerification } from './request-email-verification.ts'
import { verifyEmail } from './verify-email.ts'

export function mountVerifyEmail(http: HttpContext, deps: { db: Db; ids: Ids; outbox: OutboxTail }): void {
  mountRoute(http, verifyEmailRoutes.confirm, async ({ body, request }) => {
    const { isOpen } = await verifyEmail(deps, { token: body.token, caller: callerOf(request) })
    const next = isOpen ? 'You can log in now' : 'We will write to you as soon as your account is open'
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

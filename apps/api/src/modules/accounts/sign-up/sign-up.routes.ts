import { signUpRoutes, takenMessages } from '@terrace/contracts/sign-up'
import { callerOf } from '#api/audit/caller.ts'
import type { SignUpLimits } from '#api/config/security.ts'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Ids } from '#api/shared/ids.ts'
import { emailLinkOrigin } from '#api/shared/http/allowed-origin.ts'
import { clearSignupNonce, signupNonce } from '#api/modules/signing/index.ts'
import { findTakenCredentials } from './find-taken-credentials.ts'
import { readSignUpOptions } from './sign-up-options.ts'
import { signUp } from './sign-up.ts'

interface SignUpRoutesDeps {
  db: Db
  ids: Ids
  outbox: OutboxTail
  config: {
    autoApprovesSignUps: boolean
    signUpLimits: SignUpLimits
    tradeOrigins: readonly string[]
    production: boolean
    port: number
  }
}

export function mountSignUp(http: HttpContext, deps: SignUpRoutesDeps): void {
  mountRoute(http, signUpRoutes.options, async () => {
    const { dialCodes, currencies } = await readSignUpOptions(deps.db)
    return {
      data: {
        dial_code_list: dialCodes.map(({ isoCode, dialCode, name }) => ({
          iso_code: isoCode,
          dial_code: dialCode,
          name,
        })),
        marketplace_currencies: currencies.map(({ id, code, displayName }) => ({
          id,
          code,
          display_name: displayName,
        })),
      },
    }
  })

  mountRoute(http, signUpRoutes.unique, async ({ query }) => {
    const taken = await findTakenCredentials(deps.db, query)
    const errors = [
      taken.email ? [takenMessages.email] : [],
      taken.username ? [takenMessages.username] : [],
    ].flat()
    const data = { status: errors.length === 0, ...taken }
    return errors.length === 0 ? { data } : { data, errors }
  })

  mountRoute(http, signUpRoutes.signUp, async ({ body, request, reply }) => {
    const { status, isEmailSent } = await signUp(deps, {
      firstName: body.firstname,
      lastName: body.lastname,
      email: body.email,
      username: body.username,
      password: body.password,
      phone: body.phone,
      countryCode: body.country_code,
      baseCurrencyId: body.base_currency,
      envelopeId: body.docusign_envelope_id,
      referralCode: body.referral_code,
      nonce: signupNonce(request),
      caller: callerOf(request),
      siteOrigin: emailLinkOrigin(deps.config, request.headers.origin),
    })
    clearSignupNonce(request, reply)
    deps.outbox.wake()
    return { data: { status: true }, message: welcome(status, isEmailSent) }
  })
}

/** Shown for three seconds (spec §4). */
function welcome(status: 'pending' | 'active', isEmailSent: boolean): string {
  if (status === 'active') return 'Your account is ready. You can log in now'
  return isEmailSent
    ? 'Your account has been created. Confirm your email address using the link we sent you'
    : 'Your account has been created and is waiting for approval'
}

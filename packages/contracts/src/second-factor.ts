import { z } from 'zod/mini'
import { loggedIn } from './accounts.ts'
import { passkeyResponse, passkeyRequest } from './passkeys.ts'
import { defineRoute } from './route.ts'

/* Apart from accounts.ts, so that the login page loads it only for accounts with a second factor. */

/** Six digits; authenticator apps show them in groups. */
export const totpCode = z.string({ error: 'Enter the six digits of your authenticator app' }).check(
  z.overwrite((text) => text.replaceAll(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Enter the six digits of your authenticator app'),
)

/** Seven groups of four characters, six in older codes; case, spaces and hyphens do not matter. */
const recoveryCode = z.string({ error: 'Enter one of your recovery codes' }).check(
  z.overwrite((text) => text.toLowerCase().replaceAll(/[\s-]/g, '')),
  z.regex(/^[a-z2-7]{24}(?:[a-z2-7]{4})?$/, 'A recovery code has seven groups of four characters'),
)

export const factorProofs = {
  totp: { method: z.literal('totp'), code: totpCode },
  recoveryCode: { method: z.literal('recovery_code'), code: recoveryCode },
  passkey: { method: z.literal('passkey'), credential: passkeyResponse },
} as const

/** Methods and details of a proof, as `auth/second-factor` and `securityRoutes.confirm` receive it. */
export type SecondFactorProof =
  | { method: 'totp' | 'recovery_code'; code: string }
  | { method: 'passkey'; credential: z.output<typeof passkeyResponse> }

const loginToken = z
  .string({ error: 'Log in again' })
  .check(z.minLength(1, 'Log in again'), z.maxLength(200, 'Log in again'))

export const secondFactorRoutes = {
  /** Completes a login whose password was right, or a login with a passkey alone. */
  prove: defineRoute({
    name: 'accounts.second-factor',
    method: 'POST',
    path: '/auth/second-factor',
    auth: 'public',
    body: z.discriminatedUnion(
      'method',
      [
        z.strictObject({ token: loginToken, ...factorProofs.totp }),
        z.strictObject({ token: loginToken, ...factorProofs.recoveryCode }),
        z.strictObject({ token: loginToken, ...factorProofs.passkey }),
      ],
      { error: 'must be totp, recovery_code or passkey' },
    ),
    response: z.object({ data: loggedIn }),
    errors: ['account.login_expired', 'factor.rejected', 'account.too_many_attempts'],
    productKeys: ['{product}_user'],
  }),
  /** What the passkey must sign. Without a token it starts a login with a passkey alone, and the response carries one. */
  passkeyLogin: defineRoute({
    name: 'accounts.passkey-login',
    method: 'POST',
    path: '/auth/passkey',
    auth: 'public',
    body: z.strictObject({ token: z.optional(loginToken) }),
    response: z.object({ data: z.object({ token: z.string(), options: passkeyRequest }) }),
    errors: ['account.login_expired', 'factor.none'],
    perMinute: 60,
  }),
}

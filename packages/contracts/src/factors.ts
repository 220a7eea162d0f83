import { z } from 'zod/mini'

/* Apart from the routes, because every page loads these names. */

/** A proof that is not the password. */
export const secondFactorMethod = z.enum(['passkey', 'totp', 'recovery_code'])
export type SecondFactorMethod = z.output<typeof secondFactorMethod>

/** How an account proves who it is. Once it has a second factor, its password alone no longer counts. */
export const factorMethod = z.enum(['password', ...secondFactorMethod.options])
export type FactorMethod = z.output<typeof factorMethod>

import { z } from 'zod/mini'
import { factorMethod } from './factors.ts'
import { newPasskey, passkeyCreation, passkeyRequest } from './passkeys.ts'
import { defineRoute } from './route.ts'
import { factorProofs, totpCode } from './second-factor.ts'
import { visibleLine } from './visible-text.ts'

export const passkeyName = z
  .string({ error: 'Name the passkey' })
  .check(visibleLine(), z.minLength(1, 'Name the passkey'), z.maxLength(60, 'Use at most 60 characters'))

const statusResponse = z.object({ data: z.object({ status: z.boolean() }) })
const params = z.object({ id: z.string().check(z.maxLength(100)) })
/** Shown once, when they are created. `null`: the account keeps the codes that it has. */
const newCodes = z.nullable(z.array(z.string()))

export const wirePasskey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.nullable(z.iso.datetime()),
})
export type WirePasskey = z.output<typeof wirePasskey>

export const wireSecurity = z.object({
  passkeys: z.array(wirePasskey),
  authenticator_app: z.nullable(
    z.object({ added_at: z.iso.datetime(), last_used_at: z.nullable(z.iso.datetime()) }),
  ),
  recovery_codes_left: z.int(),
  /** Who requires a second factor, and from when; `null` if it is optional. */
  required: z.nullable(z.object({ by: z.enum(['role', 'team']), from: z.nullable(z.iso.datetime()) })),
  /** How this account confirms. */
  methods: z.array(factorMethod),
})
export type WireSecurity = z.output<typeof wireSecurity>

/*
 * All of them serve sessions that must first prove or set up a second factor. A passkey's options carry a challenge that
 * one response uses up, within five minutes, in the same session.
 */
export const securityRoutes = {
  overview: defineRoute({
    name: 'security.overview',
    method: 'GET',
    path: '/settings/account/security',
    auth: 'account',
    isAllowedBeforeSecondFactor: true,
    response: z.object({ data: wireSecurity }),
    errors: [],
  }),
  /**
   * Proves a factor again in an open session. Routes with `needsReauthentication` return 403 `session.factor_required`, with
   * `errors.methods`, until the session has done this within the last ten minutes.
   */
  confirm: defineRoute({
    name: 'security.confirm',
    method: 'POST',
    path: '/settings/account/confirm',
    auth: 'account',
    isAllowedBeforeSecondFactor: true,
    body: z.discriminatedUnion(
      'method',
      [
        z.strictObject({
          method: z.literal('password'),
          password: z
            .string({ error: 'Password is required' })
            .check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'Password is too long')),
        }),
        z.strictObject(factorProofs.totp),
        z.strictObject(factorProofs.recoveryCode),
        z.strictObject(factorProofs.passkey),
      ],
      { error: 'must be password, totp, recovery_code or passkey' },
    ),
    response: z.object({ data: z.object({ status: z.boolean(), confirmed_until: z.iso.datetime() }) }),
    errors: ['factor.rejected', 'account.too_many_attempts'],
  }),
  confirmOptions: defineRoute({
    name: 'security.confirm-options',
    method: 'POST',
    path: '/settings/account/confirm/passkey',
    auth: 'account',
    isAllowedBeforeSecondFactor: true,
    response: z.object({ data: passkeyRequest }),
    errors: ['factor.none'],
    perMinute: 30,
  }),
  passkeyOptions: defineRoute({
    name: 'security.passkey-options',
    method: 'POST',
    path: '/settings/account/passkeys/options',
    auth: 'account',
    isAllowedBeforeSecondFactor: true,
    needsReauthentication: true,
    response: z.object({ data: passkeyCreation }),
    errors: ['factor.too_many_passkeys'],
    perMinute: 30,
  }),
  addPasskey: defineRoute({
    name: 'security.add-passkey',
    method: 'POST',
    path: '/settings/account/passkeys',
    auth: 'account',
    isAllowedBeforeSecondFactor: true,
    // Not only when the setup starts: a factor may have been added since, and the new one would replace or join it.
    needsReauthentication: true,
    body: z.strictObject({ name: passkeyName, credential: newPasskey }),
    response: z.object({ data: z.object({ passkey: wirePasskey, recovery_codes: newCodes }) }),
    errors: ['factor.rejected', 'factor.setup_expired', 'factor.passkey_known', 'factor.too_many_passkeys'],
  }),
  removePasskey: defineRoute({
    name: 'security.remove-passkey',
    method: 'DELETE',
    path: '/settings/account/passkeys/:id',
    auth: 'account',
    isAllowedBeforeSecondFactor: true,
    needsReauthentication: true,
    params,
    response: statusResponse,
    errors: ['factor.passkey_not_found', 'factor.last_required'],
  }),
  renamePasskey: defineRoute({
    name: 'security.rename-passkey',
    method: 'PATCH',
    path: '/settings/account/passkeys/:id',
    auth: 'account',
    params,
    body: z.strictObject({ name: passkeyName }),
    response: statusResponse,
    errors: ['factor.passkey_not_found'],
  }),
  /** Creates the secret of a new app. It replaces the current app once a code confirms it, within an hour. */
  setUpApp: defineRoute({
    name: 'security.set-up-app',
    method: 'POST',
    path: '/settings/account/authenticator-app/setup',
    auth: 'account',
    isAllowedBeforeSecondFactor: true,
    needsReauthentication: true,
    response: z.object({
      /** `secret` in base32, to type; `uri` with the same secret, to scan. */
      data: z.object({ id: z.string(), secret: z.string(), uri: z.string() }),
    }),
    errors: [],
    perMinute: 30,
  }),
  confirmApp: defineRoute({
    name: 'security.confirm-app',
    method: 'POST',
    path: '/settings/account/authenticator-app',
    auth: 'account',
    isAllowedBeforeSecondFactor: true,
    // As for `addPasskey`.
    needsReauthentication: true,
    body: z.strictObject({ id: z.string().check(z.maxLength(100)), code: totpCode }),
    response: z.object({ data: z.object({ status: z.boolean(), recovery_codes: newCodes }) }),
    errors: ['factor.rejected', 'factor.setup_expired', 'account.too_many_attempts'],
  }),
  removeApp: defineRoute({
    name: 'security.remove-app',
    method: 'DELETE',
    path: '/settings/account/authenticator-app',
    auth: 'account',
    isAllowedBeforeSecondFactor: true,
    needsReauthentication: true,
    response: statusResponse,
    errors: ['factor.none', 'factor.last_required'],
  }),
  /** Replaces all recovery codes. */
  createRecoveryCodes: defineRoute({
    name: 'security.create-recovery-codes',
    method: 'POST',
    path: '/settings/account/recovery-codes',
    auth: 'account',
    isAllowedBeforeSecondFactor: true,
    needsReauthentication: true,
    response: z.object({ data: z.object({ recovery_codes: z.array(z.string()) }) }),
    errors: ['factor.none'],
  }),
}

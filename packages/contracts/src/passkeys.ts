import { z } from 'zod/mini'

/* What browsers and passkeys exchange, in the JSON of the Web Authentication specification. */

const encoded = (maxLength: number) =>
  z
    .string({ error: 'must be text in base64url' })
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(maxLength, 'is too long'),
      z.regex(/^[\w-]+=*$/, 'must be text in base64url'),
    )

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})

/** Options for `navigator.credentials.get()`. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** The passkeys that count. Without them the browser offers every passkey of this site. */
  allowCredentials: z.optional(z.array(descriptor)),
})
export type WirePasskeyRequest = z.output<typeof passkeyRequest>

/** Options for `navigator.credentials.create()`. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
})
export type WirePasskeyCreation = z.output<typeof passkeyCreation>

const credentialFields = {
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal('public-key', { error: 'must be public-key' }),
  authenticatorAttachment: z.optional(z.nullable(z.string())),
}

/** The response of a passkey to {@link passkeyRequest}. */
export const passkeyResponse = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: encoded(4000),
    authenticatorData: encoded(4000),
    signature: encoded(8000),
    userHandle: z.optional(z.nullable(encoded(100))),
  }),
})
export type WirePasskeyResponse = z.output<typeof passkeyResponse>

/** A new passkey, in response to {@link passkeyCreation}. */
export const newPasskey = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: encoded(4000),
    attestationObject: encoded(40_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
})
export type WireNewPasskey = z.output<typeof newPasskey>

import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { mode, tradeOrigins } from './app.ts'
import { described, flag, reject } from './variable.ts'

const id = z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and -')
const httpUrl = z.url({ protocol: /^https?$/ })
const publicKeyFormat = 'must be an Ed25519 public key: PEM text, or a JWK object without its private part'

const issuer = z
  .strictObject({
    id,
    /** The site's name, as users read it. */
    name: z.string().trim().min(1).max(60),
    /** The site's origin, the `iss` of its codes. */
    origin: httpUrl.refine((text) => URL.parse(text)?.origin === text, 'must be an origin'),
    /** Where `/handover/start` sends the browser. */
    authorize_url: httpUrl,
    /** Verifies the site's codes; either this or `secret`. */
    public_key: z
      .union([z.string(), z.looseObject({})])
      .transform(readPublicKey)
      .optional(),
    secret: z.string().min(32).optional(),
    /**
     * What `sub` of a code is. `id`: opaque; an operator links it to an account. `username` and `email` also name the
     * account at the first handover, which links them.
     */
    subject: z.enum(['id', 'username', 'email']).default('id'),
    /** Raw tokens only (RFC 7662); called with the secret as a bearer token. */
    introspection_url: httpUrl.optional(),
    introspection_secret: z.string().min(16).optional(),
  })
  .refine(
    ({ public_key, secret }) => public_key === undefined || secret === undefined,
    'accepts public_key or secret, not both',
  )
  .refine(
    ({ introspection_url, introspection_secret }) =>
      (introspection_url === undefined) === (introspection_secret === undefined),
    'needs introspection_url and introspection_secret together',
  )
  .refine(
    ({ origin, authorize_url }) => URL.parse(authorize_url)?.origin === origin,
    'needs an authorize_url on its origin',
  )

export const handoverVariables = {
  HANDOVER_ISSUERS: described(
    z
      .string()
      .default('[]')
      .transform((text, context) => {
        try {
          const issuers: unknown = JSON.parse(text)
          return issuers
        } catch {
          // The text contains keys, so the message must not repeat it.
          context.addIssue({ code: 'custom', message: 'must be a JSON list' })
          return z.NEVER
        }
      })
      .pipe(z.array(issuer))
      .refine(
        (issuers) => new Set(issuers.map((each) => each.id)).size === issuers.length,
        'must not have two sites with the same id',
      ),
    {
      meaning: 'Sites that may hand over their users, as a JSON list; see ADR 0009.',
      example: '[{"id":"harbour",…}]',
      default: 'none',
    },
  ),
  HANDOVER_ALLOW_LEGACY_TOKENS: described(flag, {
    meaning: 'Accepts raw tokens instead of codes, after introspection at their issuer. Only for old sites.',
    example: 'true',
  }),
}

export interface HandoverIssuer {
  id: string
  name: string
  origin: string
  authorizeUrl: string
  /** Undefined: the site issues no codes. The algorithm comes from the key, never from the code's header. */
  key: { algorithms: string[]; key: KeyObject } | undefined
  /** Undefined: raw tokens of this site are rejected. */
  introspection: { url: string; secret: string } | undefined
  subject: 'id' | 'username' | 'email'
}

export const handoverConfig = z
  .object({ ...handoverVariables, APP_ENV: mode, TRADE_ORIGINS: tradeOrigins })
  .transform((values, context): { handover: HandoverIssuer[] } => {
    const production = values.APP_ENV === 'production'
    const issuers = values.HANDOVER_ISSUERS.map((each): HandoverIssuer => ({
      id: each.id,
      name: each.name,
      origin: each.origin,
      authorizeUrl: each.authorize_url,
      key: keyOf(each),
      introspection:
        values.HANDOVER_ALLOW_LEGACY_TOKENS &&
        each.introspection_url !== undefined &&
        each.introspection_secret !== undefined
          ? { url: each.introspection_url, secret: each.introspection_secret }
          : undefined,
      subject: each.subject,
    }))
    for (const { id, key, introspection, origin, authorizeUrl } of issuers) {
      if (!key && !introspection)
        reject(
          context,
          'HANDOVER_ISSUERS',
          `${id}: needs public_key or secret, or HANDOVER_ALLOW_LEGACY_TOKENS=true with an introspection_url`,
        )
      const urls = [origin, authorizeUrl, ...(introspection ? [introspection.url] : [])]
      if (production && urls.some((url) => !url.startsWith('https:')))
        reject(context, 'HANDOVER_ISSUERS', `${id}: production accepts only https`)
    }
    if (production && issuers.length > 0 && values.TRADE_ORIGINS.length === 0)
      reject(context, 'HANDOVER_ISSUERS', 'needs TRADE_ORIGINS, because a code is bound to one of them')
    return { handover: issuers }
  })

function keyOf({ public_key, secret }: z.output<typeof issuer>): HandoverIssuer['key'] {
  // Two names for the same algorithm: RFC 8037 and RFC 9864.
  if (public_key) return { algorithms: ['EdDSA', 'Ed25519'], key: public_key }
  return secret === undefined ? undefined : { algorithms: ['HS256'], key: createSecretKey(secret, 'utf8') }
}

function readPublicKey(value: string | Record<string, unknown>, context: z.RefinementCtx): KeyObject {
  try {
    // `createPublicKey` also accepts private keys, which must not be in another site's configuration.
    const isPrivate = typeof value === 'string' ? value.includes('PRIVATE') : 'd' in value
    const key = isPrivate
      ? undefined
      : createPublicKey(typeof value === 'string' ? value : { key: value, format: 'jwk' })
    if (key?.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Reported below without the value, which may be a secret.
  }
  context.addIssue({ code: 'custom', message: publicKeyFormat })
  return z.NEVER
}

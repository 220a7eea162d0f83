import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { StartRefusal } from './shared/start-refusal.ts'

const id = z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and -')
const httpUrl = z.url({ protocol: /^https?$/ })
const ed25519 = 'must be an Ed25519 public key: PEM text, or a JWK object without its private part'

const issuer = z
  .strictObject({
    id,
    /** As people know the site. */
    name: z.string().trim().min(1).max(60),
    /** The site's own origin, which its codes name as `iss`. */
    origin: httpUrl.refine((text) => URL.parse(text)?.origin === text, 'must be an origin'),
    /** Where the site hands over; `/handover/start` leads there. */
    authorize_url: httpUrl,
    /** One of both: the key by which the site's codes are known. */
    public_key: z
      .union([z.string(), z.looseObject({})])
      .transform(readPublicKey)
      .optional(),
    secret: z.string().min(32).optional(),
    /** What `sub` of a code names an account by. */
    subject: z.enum(['username', 'email']).default('username'),
    /** For raw tokens only (RFC 7662), called with the secret as a bearer token. */
    introspection_url: httpUrl.optional(),
    introspection_secret: z.string().min(16).optional(),
  })
  .refine(
    ({ public_key, secret }) => public_key === undefined || secret === undefined,
    'takes public_key or secret, not both',
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

/** The part of the environment that decides which sites may hand somebody over (product.md §8). */
export const handoverEnvironment = {
  /** A JSON list of sites; docs/adr/0009-handover.md shows one. Empty: nobody is handed over. */
  HANDOVER_ISSUERS: z
    .string()
    .default('[]')
    .transform((text, context) => {
      try {
        const list: unknown = JSON.parse(text)
        return list
      } catch {
        // The text holds keys, so that no message repeats any of it.
        context.addIssue({ code: 'custom', message: 'must be a JSON list' })
        return z.NEVER
      }
    })
    .pipe(z.array(issuer))
    .refine(
      (list) => new Set(list.map((each) => each.id)).size === list.length,
      'must not have two sites of one id',
    ),
  /** For old sites only: raw tokens in place of codes, each asked about at its issuer. */
  HANDOVER_LEGACY_TOKENS: z.enum(['refuse', 'accept']).default('refuse'),
}

export interface HandoverIssuer {
  id: string
  name: string
  origin: string
  authorizeUrl: string
  /** Undefined: the site issues no codes. The algorithm is the key's, never what a code says of itself. */
  key: { algorithms: string[]; key: KeyObject } | undefined
  /** Undefined: raw tokens of this site are refused. */
  introspection: { url: string; secret: string } | undefined
  subject: 'username' | 'email'
}

type Values = z.output<z.ZodObject<typeof handoverEnvironment>> & {
  TERRACE_MODE: 'demo' | 'production'
  TRADE_ORIGINS: string[]
}

/** Throws where a site could hand nobody over, or could do so unsafely. */
export function handoverConfig(values: Values): HandoverIssuer[] {
  const issuers = values.HANDOVER_ISSUERS.map((each): HandoverIssuer => {
    const takesTokens = values.HANDOVER_LEGACY_TOKENS === 'accept'
    return {
      id: each.id,
      name: each.name,
      origin: each.origin,
      authorizeUrl: each.authorize_url,
      key: keyOf(each),
      introspection:
        takesTokens && each.introspection_url !== undefined && each.introspection_secret !== undefined
          ? { url: each.introspection_url, secret: each.introspection_secret }
          : undefined,
      subject: each.subject,
    }
  })
  for (const { id, key, introspection, origin, authorizeUrl } of issuers) {
    if (!key && !introspection) {
      refuse(`${id}: needs public_key or secret, or HANDOVER_LEGACY_TOKENS=accept with an introspection_url`)
    }
    const urls = [origin, authorizeUrl, ...(introspection ? [introspection.url] : [])]
    if (values.TERRACE_MODE === 'production' && urls.some((url) => !url.startsWith('https:'))) {
      refuse(`${id}: production takes https only`)
    }
  }
  if (values.TERRACE_MODE === 'production' && issuers.length > 0 && values.TRADE_ORIGINS.length === 0) {
    refuse('needs TRADE_ORIGINS: a code is bound to one of them')
  }
  return issuers
}

function refuse(problem: string): never {
  throw new StartRefusal(`Configuration is not valid. HANDOVER_ISSUERS: ${problem}.`)
}

function keyOf({ public_key, secret }: z.output<typeof issuer>): HandoverIssuer['key'] {
  // Both names of the one signature: RFC 8037 and RFC 9864.
  if (public_key) return { algorithms: ['EdDSA', 'Ed25519'], key: public_key }
  return secret === undefined ? undefined : { algorithms: ['HS256'], key: createSecretKey(secret, 'utf8') }
}

function readPublicKey(value: string | Record<string, unknown>, context: z.RefinementCtx): KeyObject {
  try {
    // A private key would be read as well, and has no business in the configuration of another site.
    const isPrivate = typeof value === 'string' ? value.includes('PRIVATE') : 'd' in value
    const key = isPrivate
      ? undefined
      : createPublicKey(typeof value === 'string' ? value : { key: value, format: 'jwk' })
    if (key?.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Told below, without what was given.
  }
  context.addIssue({ code: 'custom', message: ed25519 })
  return z.NEVER
}

import { errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { HandoverIssuer } from '../../handover-config.ts'
import type { Clock } from '../../shared/clock.ts'
import { Refusal, type RefusalReason } from './refusal.ts'

/** Seconds for which a code is good (product.md §8). */
const codeSeconds = 60
/** A site's clock may be ahead of ours by so many. */
const clockSeconds = 5

const claims = z.object({
  // One audience: a code for several origins is bound to none.
  aud: z.string(),
  sub: z.string().min(1).max(254),
  jti: z.string().min(16).max(200),
  iat: z.int(),
  exp: z.int(),
  nonce: z.string(),
})

interface ReadCode {
  issuer: HandoverIssuer
  clock: Clock
  /** The origin that the code must be for. */
  origin: string
  state: string
}

export interface Code {
  subject: string
  id: string
  expiresAt: Date
}

/**
 * Judges a code as wire.md §6.2 has it: signed by this issuer, with the algorithm of its key, for this origin and this
 * browser, and not older than a minute. Throws {@link Refusal}.
 */
export async function readCode(text: string, { issuer, clock, origin, state }: ReadCode): Promise<Code> {
  if (!issuer.key) throw new Refusal('wrong_signature')
  const { payload } = await jwtVerify(text, issuer.key.key, {
    algorithms: issuer.key.algorithms,
    issuer: issuer.origin,
    audience: origin,
    requiredClaims: ['exp'],
    currentDate: clock.now(),
  }).catch((error: unknown) => {
    throw new Refusal(reasonOf(error), { cause: error })
  })
  const parsed = claims.safeParse(payload)
  if (!parsed.success) throw new Refusal('malformed', { cause: parsed.error })
  const { sub, jti, iat, exp, nonce } = parsed.data
  const now = clock.now().getTime() / 1000
  // A longer life than we allow is no error of the browser's: it is not a code.
  if (exp <= iat || exp - iat > codeSeconds || iat > now + clockSeconds) throw new Refusal('malformed')
  // Both are digests of the secret in the cookie, so that how long the comparison takes tells nothing.
  if (nonce !== state) throw new Refusal('wrong_nonce')
  return { subject: sub, id: jti, expiresAt: new Date(exp * 1000) }
}

function reasonOf(error: unknown): RefusalReason {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return 'wrong_issuer'
    return error.claim === 'aud' ? 'wrong_audience' : 'malformed'
  }
  const forged =
    error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed
  return forged ? 'wrong_signature' : 'malformed'
}

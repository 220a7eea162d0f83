import { errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { HandoverIssuer } from '#api/config/handover.ts'
import type { Clock } from '#api/shared/clock.ts'
import { HandoverError, type HandoverErrorReason } from './handover-error.ts'

/** Product rule (product.md §8). */
const codeLifetimeSeconds = 60
/** Accepted clock skew of an issuer. */
const clockToleranceSeconds = 5

const claims = z.object({
  // A single audience: a code for several origins is bound to none.
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
  /** Required audience. */
  origin: string
  state: string
}

export interface Code {
  subject: string
  id: string
  expiresAt: Date
}

/**
 * Verifies a code: signed by this issuer with the algorithm of its key, for this origin and browser, and at most a
 * minute old.
 * @throws {@link HandoverError}
 */
export async function readCode(text: string, { issuer, clock, origin, state }: ReadCode): Promise<Code> {
  if (!issuer.key) throw new HandoverError('wrong_signature')
  const { payload } = await jwtVerify(text, issuer.key.key, {
    algorithms: issuer.key.algorithms,
    issuer: issuer.origin,
    audience: origin,
    requiredClaims: ['exp'],
    currentDate: clock.now(),
  }).catch((error: unknown) => {
    throw new HandoverError(reasonOf(error), { cause: error })
  })
  const parsed = claims.safeParse(payload)
  if (!parsed.success) throw new HandoverError('malformed', { cause: parsed.error })
  const { sub, jti, iat, exp, nonce } = parsed.data
  const now = clock.now().getTime() / 1000
  // A lifetime above the limit is the issuer's mistake, so the code is not valid at all.
  if (exp <= iat || exp - iat > codeLifetimeSeconds || iat > now + clockToleranceSeconds)
    throw new HandoverError('malformed')
  // Both are hashes of the cookie's secret, so a timing difference reveals nothing.
  if (nonce !== state) throw new HandoverError('wrong_nonce')
  return { subject: sub, id: jti, expiresAt: new Date(exp * 1000) }
}

function reasonOf(error: unknown): HandoverErrorReason {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return 'wrong_issuer'
    return error.claim === 'aud' ? 'wrong_audience' : 'malformed'
  }
  const isForged =
    error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed
  return isForged ? 'wrong_signature' : 'malformed'
}

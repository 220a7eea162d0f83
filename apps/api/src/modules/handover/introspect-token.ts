import { z } from 'zod'
import type { HandoverIssuer } from '#api/config/handover.ts'
import { HandoverError } from './handover-error.ts'

const timeoutMs = 5000

const cookie = z.union([z.string(), z.looseObject({ token: z.string() }).transform(({ token }) => token)])

const introspectionReply = z.object({
  active: z.boolean(),
  sub: z.string().min(1).max(254).optional(),
  exp: z.number().optional(),
})

/**
 * Reads the raw token from a legacy handover cookie: JSON, either the token or an object with it. Ignores everything
 * else, such as the seller level.
 * @throws {@link HandoverError} if it is not JSON (spec §8).
 */
export function readRawToken(value: string): string {
  let json: unknown
  try {
    json = JSON.parse(decodeURIComponent(value))
  } catch (error) {
    throw new HandoverError('token_not_json', { cause: error })
  }
  const parsed = cookie.safeParse(json)
  if (!parsed.success || !/^[\x21-\x7e]{16,4096}$/.test(parsed.data)) throw new HandoverError('malformed')
  return parsed.data
}

/**
 * Asks the issuer who a raw token belongs to (RFC 7662).
 * @throws {@link HandoverError}
 */
export async function introspectToken(
  { introspection, origin }: HandoverIssuer,
  token: string,
  now: Date,
): Promise<string> {
  if (!introspection) throw new HandoverError('malformed')
  const { active, sub, exp } = await introspectAt(introspection, token)
  const hasExpired = exp !== undefined && exp * 1000 <= now.getTime()
  if (!active || sub === undefined || hasExpired) {
    throw new HandoverError('token_inactive', { cause: `${origin} reports the token as inactive` })
  }
  return sub
}

async function introspectAt(
  { url, secret }: NonNullable<HandoverIssuer['introspection']>,
  token: string,
): Promise<z.output<typeof introspectionReply>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', authorization: `Bearer ${secret}` },
      body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
      // A redirect would send the token to an unconfigured URL.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`issuer responded with ${response.status}`)
    return introspectionReply.parse(await response.json())
  } catch (error) {
    throw new HandoverError('issuer_silent', { cause: error })
  }
}

import { z } from 'zod'
import type { HandoverIssuer } from '../../handover-config.ts'
import { Refusal } from './refusal.ts'

const waitMs = 5000

const cookie = z.union([z.string(), z.looseObject({ token: z.string() }).transform(({ token }) => token)])

const answer = z.object({
  active: z.boolean(),
  sub: z.string().min(1).max(254).optional(),
  exp: z.number().optional(),
})

/**
 * The raw token in a handover cookie of an old site: JSON, the token itself or an object that holds it. Everything else in
 * there, the seller level among it, is left alone. Throws {@link Refusal} where it is no JSON (spec §8).
 */
export function readRawToken(value: string): string {
  let json: unknown
  try {
    json = JSON.parse(decodeURIComponent(value))
  } catch (error) {
    throw new Refusal('token_not_json', { cause: error })
  }
  const parsed = cookie.safeParse(json)
  if (!parsed.success || !/^[\x21-\x7e]{16,4096}$/.test(parsed.data)) throw new Refusal('malformed')
  return parsed.data
}

/**
 * Asks the site that issued a raw token whether it stands, and for whom (RFC 7662). The token is never a session of ours.
 * Throws {@link Refusal}.
 */
export async function introspectToken(
  { introspection, origin }: HandoverIssuer,
  token: string,
  now: Date,
): Promise<string> {
  if (!introspection) throw new Refusal('malformed')
  const { active, sub, exp } = await ask(introspection, token)
  const isOver = exp !== undefined && exp * 1000 <= now.getTime()
  if (!active || sub === undefined || isOver) {
    throw new Refusal('token_inactive', { cause: `${origin} does not vouch for the token` })
  }
  return sub
}

async function ask(
  { url, secret }: NonNullable<HandoverIssuer['introspection']>,
  token: string,
): Promise<z.output<typeof answer>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', authorization: `Bearer ${secret}` },
      body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
      // Elsewhere than configured nobody is to be told the token.
      redirect: 'error',
      signal: AbortSignal.timeout(waitMs),
    })
    if (!response.ok) throw new Error(`the issuer answered ${response.status}`)
    return answer.parse(await response.json())
  } catch (error) {
    throw new Refusal('issuer_silent', { cause: error })
  }
}

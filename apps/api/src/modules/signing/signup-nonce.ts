import { createHash } from 'node:crypto'
import { signupChannelPrefix } from '@terrace/contracts/signing'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookiesNamed } from '#api/http/cookies-named.ts'

/** With the prefix, no other host of the domain can set it; browsers accept that only over https. */
const cookieNames = { https: '__Host-signup_nonce', http: 'signup_nonce' }
const lifetimeSeconds = 24 * 3600

/**
 * The secret that binds channel, envelope and sign-up to one browser. `undefined` if missing or duplicated: a second
 * cookie may come from an attacker.
 */
export function signupNonce(request: FastifyRequest): string | undefined {
  const secure = cookiesNamed(request, cookieNames.https)
  // A request without `Origin` behind a proxy does not show whether it is https.
  const [nonce, ...others] =
    secure.length > 0 || isHttps(request) ? secure : cookiesNamed(request, cookieNames.http)
  return others.length === 0 && nonce !== undefined && /^[\w-]{43}$/.test(nonce) ? nonce : undefined
}

export function setSignupNonce(request: FastifyRequest, reply: FastifyReply, nonce: string): void {
  void reply.header('set-cookie', cookie(request, nonce, lifetimeSeconds))
}

/** After a sign-up, so the next one in this browser gets a new nonce. */
export function clearSignupNonce(request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('set-cookie', cookie(request, '', 0))
}

function cookie(request: FastifyRequest, value: string, maxAge: number): string {
  const isSecure = isHttps(request)
  const name = isSecure ? cookieNames.https : cookieNames.http
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax']
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}

/** A proxy may terminate https, so the browser's `Origin` counts; a false one harms only its sender. */
function isHttps({ protocol, headers }: FastifyRequest): boolean {
  return protocol === 'https' || headers.origin?.startsWith('https://') === true
}

export function nonceHash(nonce: string): Buffer {
  return createHash('sha256').update(nonce).digest()
}

/** The channel name is visible to scripts and to the realtime server, so it contains only a hash of the nonce. */
export function signupChannel(nonce: string): string {
  return signupChannelPrefix + createHash('sha256').update(`channel ${nonce}`).digest('hex').slice(0, 40)
}

/** Admits only the sign-up's own browser to its channel. */
export const signupChannelRule = {
  prefix: signupChannelPrefix,
  async admit({ channel, request }: { channel: string; request: FastifyRequest }): Promise<boolean> {
    const nonce = signupNonce(request)
    return nonce !== undefined && channel === signupChannel(nonce)
  },
}

import { createHash } from 'node:crypto'
import { signupChannelPrefix } from '@terrace/contracts/signing'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookiesNamed } from '../../http/cookies-named.ts'

const cookieName = 'signup_nonce'
const lifeSeconds = 24 * 3600

/**
 * The secret that binds channel, envelope and sign-up to one browser (product.md §12). Undefined where there is none, and
 * where there are two: one of them was put there by somebody else.
 */
export function signupNonce(request: FastifyRequest): string | undefined {
  const [nonce, ...others] = cookiesNamed(request, cookieName)
  return others.length === 0 && nonce !== undefined && /^[\w-]{43}$/.test(nonce) ? nonce : undefined
}

export function setSignupNonce(request: FastifyRequest, reply: FastifyReply, nonce: string): void {
  void reply.header('set-cookie', cookie(request, nonce, lifeSeconds))
}

/** After the sign-up: the next one from this browser begins anew. */
export function clearSignupNonce(request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('set-cookie', cookie(request, '', 0))
}

function cookie(request: FastifyRequest, value: string, maxAge: number): string {
  const parts = [`${cookieName}=${value}`, 'Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax']
  // A proxy in front may end https; the browser knows what it speaks, and lies to itself alone.
  const isHttps = request.protocol === 'https' || request.headers.origin?.startsWith('https://') === true
  return [...parts, ...(isHttps ? ['Secure'] : [])].join('; ')
}

/** What is stored of a nonce. */
export function nonceHash(nonce: string): Buffer {
  return createHash('sha256').update(nonce).digest()
}

/** The channel of a sign-up. Its name is seen by scripts and by whoever keeps the sockets, so the nonce is not in it. */
export function signupChannel(nonce: string): string {
  return signupChannelPrefix + createHash('sha256').update(`channel ${nonce}`).digest('hex').slice(0, 40)
}

/** Lets the browser of a sign-up listen to the channel of that sign-up, and nobody else. */
export const signupChannelRule = {
  prefix: signupChannelPrefix,
  async admit({ channel, request }: { channel: string; request: FastifyRequest }): Promise<boolean> {
    const nonce = signupNonce(request)
    return nonce !== undefined && channel === signupChannel(nonce)
  },
}

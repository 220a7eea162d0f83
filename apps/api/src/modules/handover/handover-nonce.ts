import { createHash } from 'node:crypto'
import type { HandoverIssuer } from '#api/config/handover.ts'

/** Time to log in at the other site. */
export const nonceSeconds = 600

/**
 * Binds a code to the browser and the issuer it was started with. The cookie holds `{issuer}.{secret}`; the issuer
 * gets its hash, {@link stateOf}, and puts that into the code, so neither a URL nor a code reveals the cookie.
 */
export interface HandoverNonce {
  issuer: HandoverIssuer
  state: string
}

/**
 * On https the `__Host-` prefix stops sibling domains from setting it. Browsers accept the prefix only on https, so
 * the local demo omits it.
 */
export function nonceCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-handover_nonce' : 'handover_nonce'
}

export function readNonce(
  cookie: string | undefined,
  issuers: readonly HandoverIssuer[],
): HandoverNonce | undefined {
  const [, issuerId] = /^([a-z0-9-]{1,40})\.[\w-]{43}$/.exec(cookie ?? '') ?? []
  const issuer = issuers.find(({ id }) => id === issuerId)
  return cookie === undefined || !issuer ? undefined : { issuer, state: stateOf(cookie) }
}

/** The public counterpart of the nonce cookie. */
export function stateOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url')
}

import { createHash } from 'node:crypto'
import type { HandoverIssuer } from '../../handover-config.ts'

/** As long as somebody may take to log in at the other site. */
export const nonceSeconds = 600

/**
 * Binds a code to the browser that began, and to the site that it began with. The cookie holds `{issuer}.{secret}`; the
 * other site learns {@link stateOf} it and puts that into its code, so that neither an address nor a code gives the
 * cookie away.
 */
export interface HandoverNonce {
  issuer: HandoverIssuer
  state: string
}

/**
 * On https with the prefix that no sibling domain can set. Browsers keep such cookies on https only, so that the demo on
 * this machine does without.
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

/** What the other site is told in place of the cookie. */
export function stateOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url')
}

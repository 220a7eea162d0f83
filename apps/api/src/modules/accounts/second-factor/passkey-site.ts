import { emailLinkOrigin } from '#api/shared/http/allowed-origin.ts'

export interface Sites {
  tradeOrigins: readonly string[]
  production: boolean
  port: number
}

/** Where a passkey is created or used: the page's origin, and the host name that the passkey belongs to. */
export interface PasskeySite {
  origin: string
  rpId: string
}

/**
 * The site that the browser named, if it is one of ours, otherwise the first trade site. Passkeys of subdomains belong to
 * the first trade site, so that they work on all of them.
 */
export function passkeySiteOf(sites: Sites, requestedOrigin: string | undefined): PasskeySite {
  const origin = emailLinkOrigin(sites, requestedOrigin)
  if (origin === undefined) throw new Error('passkeys need TRADE_ORIGINS')
  const host = new URL(origin).hostname
  const [first = origin] = sites.tradeOrigins
  const main = new URL(first).hostname
  return { origin, rpId: host.endsWith(`.${main}`) ? main : host }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

interface Sites {
  tradeOrigins: readonly string[]
  production: boolean
}

/**
 * Whether emails may link to this origin: a trade site or, if none is configured, any port of this machine in the
 * demo. The request's `Host` header is never trusted.
 */
export function isAllowedOrigin({ tradeOrigins, production }: Sites, url: URL): boolean {
  if (tradeOrigins.length > 0) return tradeOrigins.includes(url.origin)
  return !production && ['http:', 'https:'].includes(url.protocol) && loopback.has(url.hostname)
}

/** Whether the link is exactly this page on an allowed origin. */
export function isAllowedPage(sites: Sites, link: string, path: `/${string}`): boolean {
  const url = URL.parse(link)
  return url !== null && isAllowedOrigin(sites, url) && link === `${url.origin}${path}`
}

/**
 * Origin for links in an email: the requesting site (`Origin` header) if allowed, else the first trade site, else
 * this server in the demo. `undefined` if there is none.
 */
export function emailLinkOrigin(
  sites: Sites & { port: number },
  requestedOrigin: string | undefined,
): string | undefined {
  const url = requestedOrigin === undefined ? null : URL.parse(requestedOrigin)
  if (url && isAllowedOrigin(sites, url)) return url.origin
  return sites.tradeOrigins[0] ?? (sites.production ? undefined : `http://localhost:${sites.port}`)
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

interface Sites {
  tradeOrigins: readonly string[]
  production: boolean
}

/**
 * True for an origin that letters may lead to: a trade site. Where none is configured the demo trusts this machine's
 * own, at any port, and production none; what a request says of its own host proves nothing.
 */
export function isOwnOrigin({ tradeOrigins, production }: Sites, url: URL): boolean {
  if (tradeOrigins.length > 0) return tradeOrigins.includes(url.origin)
  return !production && ['http:', 'https:'].includes(url.protocol) && loopback.has(url.hostname)
}

/** True for exactly this page on an origin of ours: a letter must never lead anywhere else. */
export function isOwnPage(sites: Sites, link: string, path: `/${string}`): boolean {
  const url = URL.parse(link)
  return url !== null && isOwnOrigin(sites, url) && link === `${url.origin}${path}`
}

/**
 * The site that a letter leads to where the call does not say it: the one that the call came from if it is ours (`asked`,
 * the browser's `Origin`), else the first trade site, else in the demo this server. Undefined where there is none.
 */
export function letterOrigin(sites: Sites & { port: number }, asked: string | undefined): string | undefined {
  const url = asked === undefined ? null : URL.parse(asked)
  if (url && isOwnOrigin(sites, url)) return url.origin
  return sites.tradeOrigins[0] ?? (sites.production ? undefined : `http://localhost:${sites.port}`)
}

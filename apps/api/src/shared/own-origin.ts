const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * True for an origin that letters may lead to: a trade site. Where none is configured the demo trusts this machine's
 * own, at any port, and production none; what a request says of its own host proves nothing.
 */
export function isOwnOrigin(
  { tradeOrigins, production }: { tradeOrigins: readonly string[]; production: boolean },
  url: URL,
): boolean {
  if (tradeOrigins.length > 0) return tradeOrigins.includes(url.origin)
  return !production && ['http:', 'https:'].includes(url.protocol) && loopback.has(url.hostname)
}

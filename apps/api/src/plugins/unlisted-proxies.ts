import type { FastifyInstance } from 'fastify'

/** A client can send the header too, from many addresses. */
const maxReported = 20

/**
 * Warns once per address when requests carry the header of a proxy that `TRUSTED_PROXIES` does not list: all clients
 * behind such a proxy count as one address.
 */
export function installUnlistedProxyWarning(app: FastifyInstance): void {
  const reported = new Set<string>()
  app.addHook('onRequest', (request, _reply, done) => {
    const proxy = request.socket.remoteAddress
    // Fastify lists the forwarded addresses only when it trusts the sender.
    const isTrusted = (request.ips?.length ?? 0) > 1
    if (request.headers['x-forwarded-for'] === undefined || isTrusted || proxy === undefined) return done()
    if (reported.has(proxy) || reported.size >= maxReported) return done()
    reported.add(proxy)
    request.log.warn(
      { proxy },
      `${proxy} sends X-Forwarded-For but is not in TRUSTED_PROXIES, so all its clients count as one. If it is your proxy, set TRUSTED_PROXIES=${proxy}`,
    )
    done()
  })
}

import type { FastifyRequest } from 'fastify'

/** The site that entries link to. */
export interface Site {
  origin: string
  /** Host name, part of the entries' unique ids. */
  host: string
}

/** The first trade site, so that ids stay the same whatever address a calendar is read at; without one, the caller's. */
export function siteOf(tradeOrigins: readonly string[], { protocol, host }: FastifyRequest): Site {
  const url = new URL(tradeOrigins[0] ?? `${protocol}://${host}`)
  return { origin: url.origin, host: url.hostname }
}

import type { FastifyRequest } from 'fastify'
import { isOwnOrigin } from '../../shared/own-origin.ts'

export interface Sites {
  tradeOrigins: readonly string[]
  production: boolean
}

/**
 * The origin of ours that a navigation was meant for. `Host` is believed only where it names a trade site, or in the demo
 * this machine; a proxy in front passes it on. Undefined for everything else.
 */
export function siteOf(sites: Sites, request: FastifyRequest): string | undefined {
  const candidates =
    sites.tradeOrigins.length > 0 ? sites.tradeOrigins.toSorted().toReversed() : [`http://${request.host}`]
  return candidates.find((candidate) => {
    const url = URL.parse(candidate)
    return url !== null && url.host === request.host && isOwnOrigin(sites, url)
  })
}

/**
 * The origin of ours whose page made the call; undefined where another site's did, a sibling domain's too. Browsers name it
 * with every POST and DELETE, so a call without it comes from no page.
 */
export function callingSiteOf(sites: Sites, request: FastifyRequest): string | undefined {
  const { origin, 'sec-fetch-site': from } = request.headers
  const url = origin === undefined ? null : URL.parse(origin)
  const isHere = url !== null && url.origin === origin && url.host === request.host && isOwnOrigin(sites, url)
  return isHere && (from === undefined || from === 'same-origin') ? url.origin : undefined
}

/** False for pictures, frames and scripts of other pages; old browsers do not tell. */
export function isNavigation({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  return (mode ?? 'navigate') === 'navigate' && (destination ?? 'document') === 'document'
}

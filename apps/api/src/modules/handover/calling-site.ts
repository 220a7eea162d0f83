import type { FastifyRequest } from 'fastify'
import { isAllowedOrigin } from '#api/shared/http/allowed-origin.ts'

export interface Sites {
  tradeOrigins: readonly string[]
  production: boolean
}

/**
 * Our origin that a navigation targets; `undefined` for any other. `Host` is trusted only if it names a trade site,
 * or localhost in the demo; a proxy must forward it.
 */
export function findRequestOrigin(sites: Sites, request: FastifyRequest): string | undefined {
  const candidates =
    sites.tradeOrigins.length > 0 ? sites.tradeOrigins.toSorted().toReversed() : [`http://${request.host}`]
  return candidates.find((candidate) => {
    const url = URL.parse(candidate)
    return url !== null && url.host === request.host && isAllowedOrigin(sites, url)
  })
}

/**
 * Our origin whose page made the call; `undefined` for other sites, including sibling domains. Browsers send `Origin`
 * with every POST and DELETE, so a call without it comes from no page.
 */
export function findCallingOrigin(sites: Sites, request: FastifyRequest): string | undefined {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  const url = origin === undefined ? null : URL.parse(origin)
  const isOurPage =
    url !== null && url.origin === origin && url.host === request.host && isAllowedOrigin(sites, url)
  return isOurPage && (fetchSite === undefined || fetchSite === 'same-origin') ? url.origin : undefined
}

/** False for subresources and frames. Old browsers do not send `Sec-Fetch-*`. */
export function isNavigation({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  return (mode ?? 'navigate') === 'navigate' && (destination ?? 'document') === 'document'
}

import type { BrowserConfig } from '@terrace/contracts/config'

/**
 * Origins for CSP `connect-src` in addition to the page's own: exactly those that the browser configuration names.
 * The chat widget adds its own sources.
 */
export function connectSources(
  config: Pick<BrowserConfig, 'api_base' | 'ticket_api_base' | 'realtime' | 'search'>,
): string[] {
  const { api_base, ticket_api_base, realtime, search } = config
  const calls = [api_base, ticket_api_base].flatMap((base) => originOf(base) ?? [])
  const sockets = socketSources(realtime.cluster, originOf(realtime.origin ?? api_base))
  return [...new Set([...calls, ...sockets, ...searchSources(search)])]
}

function socketSources(cluster: string | undefined, origin: string | undefined): string[] {
  if (cluster !== undefined) return [`wss://ws-${cluster}.pusher.com`]
  return origin === undefined ? [] : [origin.replace(/^http/, 'ws')]
}

/** Without an origin the embedded endpoint is same-origin; hosted search has four hosts. */
function searchSources({ provider, app_id, origin }: BrowserConfig['search']): string[] {
  if (origin !== undefined) return [originOf(origin) ?? origin]
  if (provider === 'embedded') return []
  const fallbackHosts = [1, 2, 3].map((number) => `https://${app_id}-${number}.algolianet.com`)
  return [`https://${app_id}-dsn.algolia.net`, ...fallbackHosts]
}

/** `undefined` for a path, which is same-origin. */
function originOf(base: string): string | undefined {
  return URL.parse(base)?.origin
}

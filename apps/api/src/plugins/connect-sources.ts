import type { BrowserConfig } from '@terrace/contracts/config'

/**
 * Whom the browser has to be let call (CSP `connect-src`) beside the origin of the page: what its own configuration names,
 * and nothing else. The chat widget, whose frames and files need more, says that itself.
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

/** The embedded endpoint is at the page's own origin unless an origin is named; hosted search has four hosts to read from. */
function searchSources({ provider, app_id, origin }: BrowserConfig['search']): string[] {
  if (origin !== undefined) return [originOf(origin) ?? origin]
  if (provider === 'embedded') return []
  const spare = [1, 2, 3].map((number) => `https://${app_id}-${number}.algolianet.com`)
  return [`https://${app_id}-dsn.algolia.net`, ...spare]
}

/** Undefined for a path, which is of the page's own origin. */
function originOf(base: string): string | undefined {
  return URL.parse(base)?.origin
}

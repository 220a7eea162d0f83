import type { BrowserConfig } from '@terrace/contracts/config'

/**
 * Whom the browser has to be let call (CSP `connect-src`) beside the origin of the page: what its own configuration names,
 * and nothing else.
 */
export function connectSources(
  config: Pick<BrowserConfig, 'api_base' | 'ticket_api_base' | 'realtime'>,
): string[] {
  const { api_base, ticket_api_base, realtime } = config
  const calls = [api_base, ticket_api_base].flatMap((base) => originOf(base) ?? [])
  return [...new Set([...calls, ...socketSources(realtime.cluster, originOf(realtime.origin ?? api_base))])]
}

function socketSources(cluster: string | undefined, origin: string | undefined): string[] {
  if (cluster !== undefined) return [`wss://ws-${cluster}.pusher.com`]
  return origin === undefined ? [] : [origin.replace(/^http/, 'ws')]
}

/** Undefined for a path, which is of the page's own origin. */
function originOf(base: string): string | undefined {
  return URL.parse(base)?.origin
}

import type { BrowserConfig } from '@terrace/contracts/config'
import { liteClient, type LiteClient } from 'algoliasearch/lite'
import { env } from '#web/lib/env.ts'

/** The query cache controls freshness; the client's own cache would return stale results. */
const noCache = {
  // The generic signature is the client's interface.
  get: async <T>(_key: unknown, make: () => Promise<T>) => make(),
  set: async <T>(_key: unknown, value: T) => value,
  delete: async () => undefined,
  clear: async () => undefined,
}

/**
 * The official search client: at the configured origin, the page's origin for the embedded provider, or the hosted
 * service.
 * @throws without an app id or key (spec §9)
 */
export function createSearchClient(
  { provider, app_id, api_key, origin }: BrowserConfig['search'],
  pageOrigin: string,
): LiteClient {
  const searchOrigin = origin ?? (provider === 'embedded' ? pageOrigin : undefined)
  return liteClient(app_id, api_key, {
    responsesCache: noCache,
    ...(searchOrigin !== undefined && { hosts: [hostAt(searchOrigin)] }),
  })
}

function hostAt(origin: string) {
  const { host, protocol } = new URL(origin)
  return { url: host, accept: 'readWrite', protocol: protocol === 'http:' ? 'http' : 'https' } as const
}

let client: LiteClient | undefined

/** Shared by the page, because the client remembers which hosts respond. */
export function searchClient(): LiteClient {
  client ??= createSearchClient(env().search, location.origin)
  return client
}

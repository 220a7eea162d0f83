import type { BrowserConfig } from '@terrace/contracts/config'
import { liteClient, type LiteClient } from 'algoliasearch/lite'
import { env } from '#web/lib/env.ts'

/** The query cache decides what is fresh; a second one below it would answer with what the index held an hour ago. */
const nothingKept = {
  // The client's own interface, whose values are of whatever kind is asked for.
  get: async <T>(_key: unknown, make: () => Promise<T>) => make(),
  set: async <T>(_key: unknown, value: T) => value,
  delete: async () => undefined,
  clear: async () => undefined,
}

/**
 * The official search client, as the configuration has it: at the given origin, at the page's own where the provider is
 * embedded, else at the hosted service's hosts. Throws without an app id or a key (spec §9).
 */
export function createSearchClient(
  { provider, app_id, api_key, origin }: BrowserConfig['search'],
  pageOrigin: string,
): LiteClient {
  const at = origin ?? (provider === 'embedded' ? pageOrigin : undefined)
  return liteClient(app_id, api_key, {
    responsesCache: nothingKept,
    ...(at !== undefined && { hosts: [hostAt(at)] }),
  })
}

function hostAt(origin: string) {
  const { host, protocol } = new URL(origin)
  return { url: host, accept: 'readWrite', protocol: protocol === 'http:' ? 'http' : 'https' } as const
}

let client: LiteClient | undefined

/** One for the page: it remembers which of its hosts answer. */
export function searchClient(): LiteClient {
  client ??= createSearchClient(env().search, location.origin)
  return client
}

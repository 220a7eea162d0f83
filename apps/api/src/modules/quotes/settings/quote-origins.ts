import type { Db } from '#api/db/client.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { readQuoteOrigins } from './quote-settings.repo.ts'

/** Bounds staleness after the operator's CLI command, which may send no notice to this process. */
const cacheTtlMs = 30_000

interface OriginsDeps {
  db: Db
  outbox: Pick<OutboxTail, 'onNotice'>
  config: { tradeOrigins: readonly string[]; security: { corsOrigins: readonly string[] } }
}

/**
 * Decides which sites show a team's quotes (product.md §12.6): the trade sites, and the team's own origin, which shows
 * no other team's quotes. Without configured trade origins, every origin not registered by a team is a trade site.
 * The site is taken from `Origin`, which pages can't forge; `Host` is under the caller's control.
 */
export function createQuoteOrigins({ db, outbox, config }: OriginsDeps) {
  let cached: { owners: Promise<ReadonlyMap<string, string>>; until: number } | undefined
  const sites = new Set([...config.tradeOrigins, ...config.security.corsOrigins])

  outbox.onNotice((rows) => {
    if (rows.some(({ topic }) => topic === 'quote_settings.changed')) cached = undefined
  })

  function owners(): Promise<ReadonlyMap<string, string>> {
    if (!cached || cached.until < performance.now()) {
      const entry = { owners: readQuoteOrigins(db), until: performance.now() + cacheTtlMs }
      entry.owners.catch(() => {
        if (cached === entry) cached = undefined
      })
      cached = entry
    }
    return cached.owners
  }

  return {
    async isAllowedFor(origin: string | undefined, teamId: string): Promise<boolean> {
      if (origin === undefined) return true
      const owner = (await owners()).get(origin)
      if (owner !== undefined) return owner === teamId
      return config.tradeOrigins.length === 0 || sites.has(origin)
    },
    /** Whether pages of this origin belong to this installation. */
    async isOwnSite(origin: string): Promise<boolean> {
      return config.tradeOrigins.length === 0 || sites.has(origin) || (await owners()).has(origin)
    },
    /** Whether the host is a team's own origin, which shows quotes only. */
    async isQuoteHost(hostname: string): Promise<boolean> {
      const registered = await owners()
      return registered.has(`https://${hostname}`) || registered.has(`http://${hostname}`)
    },
  }
}

export type QuoteOrigins = ReturnType<typeof createQuoteOrigins>

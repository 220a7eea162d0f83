import type { Db } from '../../db/client.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import { readQuoteOrigins } from './quote-settings.repo.ts'

/** For the operator's command, of which this process may not hear. */
const keptMs = 30_000

interface OriginsDeps {
  db: Db
  outbox: Pick<OutboxTail, 'onNotice'>
  config: { tradeOrigins: readonly string[]; security: { corsOrigins: readonly string[] } }
}

/**
 * On which sites a team's quotes are shown (product.md §12 "Quotes"): on its own origin, where no other team's are, and on
 * trade sites. Unset trade origins: every origin is a trade site unless it is registered as a team's.
 *
 * The site is what the browser says in `Origin`, as it does with every call that is a POST; no page can make it say otherwise,
 * and `Host` is whatever the caller likes.
 */
export function createQuoteOrigins({ db, outbox, config }: OriginsDeps) {
  let kept: { owners: Promise<ReadonlyMap<string, string>>; until: number } | undefined
  const sites = new Set([...config.tradeOrigins, ...config.security.corsOrigins])

  outbox.onNotice((rows) => {
    if (rows.some(({ topic }) => topic === 'quote_settings.changed')) kept = undefined
  })

  function owners(): Promise<ReadonlyMap<string, string>> {
    if (!kept || kept.until < performance.now()) {
      const entry = { owners: readQuoteOrigins(db), until: performance.now() + keptMs }
      entry.owners.catch(() => {
        if (kept === entry) kept = undefined
      })
      kept = entry
    }
    return kept.owners
  }

  return {
    async shows(origin: string | undefined, teamId: string): Promise<boolean> {
      if (origin === undefined) return true
      const owner = (await owners()).get(origin)
      if (owner !== undefined) return owner === teamId
      return config.tradeOrigins.length === 0 || sites.has(origin)
    },
    /** Whether an origin of this host is some team's own: there, nothing but quotes is shown. */
    async isQuoteHost(host: string): Promise<boolean> {
      const registered = await owners()
      return registered.has(`https://${host}`) || registered.has(`http://${host}`)
    },
  }
}

export type QuoteOrigins = ReturnType<typeof createQuoteOrigins>

import type { Db } from '#api/db/client.ts'
import { quoteTopics } from '#api/outbox/domain-events.ts'
import type { OutboxRow } from '#api/outbox/outbox.repo.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { quoteBytes, cacheBudgets } from '#api/modules/listings/index.ts'
import { createLruCache } from '#api/shared/lru-cache.ts'
import { readQuoteSettings, type TeamQuoteSettings } from './settings/quote-settings.repo.ts'
import { slugHash } from './quote-slug.ts'
import type { Quote } from './quote.ts'
import { findQuoteBySlug } from './quotes.repo.ts'

/** A quote with its team's quote settings. */
export interface QuoteWithSettings {
  quote: Quote
  settings: TeamQuoteSettings
}

export interface QuoteCache {
  get(slug: string): Promise<QuoteWithSettings | undefined>
  /** Evicts the quote, after a command of this process changed it. */
  evict(quoteId: string): void
}

interface Entry {
  reading: Promise<QuoteWithSettings | undefined>
  quoteWithSettings: QuoteWithSettings | undefined
  until: number
}

/** Bounds staleness for changes without a notice, such as a renamed team. */
const cacheTtlMs = 30_000

const changes: ReadonlySet<string> = new Set(quoteTopics)

/**
 * Recently opened quotes by slug hash, so that many clients cost the database no more than one (ADR 0013).
 * Invariant: never returns a quote older than a change this process knows of. View counts don't invalidate, since
 * clients don't see them.
 */
export function createQuoteCache({
  db,
  outbox,
}: {
  db: Db
  outbox: Pick<OutboxTail, 'onNotice'>
}): QuoteCache {
  // Keyed by slug hash.
  const entries = createLruCache<Entry>(cacheBudgets.quotes)

  function invalidateWhere(predicate: (quoteWithSettings: QuoteWithSettings) => boolean): void {
    // A load in progress may predate the change, so it is evicted too.
    entries.removeWhere(({ quoteWithSettings }) => !quoteWithSettings || predicate(quoteWithSettings))
  }

  function handleNotice({ topic, payload }: OutboxRow): void {
    const { quoteId, teamId, eventId, listingId } = payload
    if (changes.has(topic)) invalidateWhere(({ quote }) => quote.id === quoteId)
    else if (topic === 'quote_settings.changed') invalidateWhere(({ quote }) => quote.teamId === teamId)
    // A change to the whole event, such as its date, status or title.
    else if (typeof eventId === 'number' && listingId === undefined)
      invalidateWhere(({ quote }) => quote.event.id === eventId)
  }

  outbox.onNotice((rows) => {
    for (const row of rows) handleNotice(row)
  })

  async function read(hash: Buffer): Promise<QuoteWithSettings | undefined> {
    const quote = await findQuoteBySlug(db, hash)
    return quote && { quote, settings: await readQuoteSettings(db, quote.teamId) }
  }

  async function storeEntry(key: string, entry: Entry): Promise<void> {
    entry.quoteWithSettings = await entry.reading
    if (entries.get(key) !== entry) return
    // Unknown slugs are not cached, so guessing slugs can't fill the cache.
    if (entry.quoteWithSettings) entries.set(key, entry, quoteBytes(entry.quoteWithSettings))
    else entries.remove(key)
  }

  function loadEntry(key: string, hash: Buffer): Entry {
    const entry: Entry = {
      reading: read(hash),
      quoteWithSettings: undefined,
      until: performance.now() + cacheTtlMs,
    }
    entries.set(key, entry, 0)
    storeEntry(key, entry).catch(() => {
      if (entries.get(key) === entry) entries.remove(key)
    })
    return entry
  }

  return {
    get(slug) {
      const hash = slugHash(slug)
      const key = hash.toString('base64')
      const entry = entries.get(key)
      if (!entry || entry.until < performance.now()) return loadEntry(key, hash).reading
      return entry.reading
    },
    evict: (quoteId) => invalidateWhere(({ quote }) => quote.id === quoteId),
  }
}

import type { Db } from '../../db/client.ts'
import { quoteTopics } from '../../outbox/domain-events.ts'
import type { OutboxRow } from '../../outbox/outbox.repo.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import { bytesOfQuote, createSizedCache, keptBytes } from '../listings/index.ts'
import { readQuoteSettings, type TeamQuoteSettings } from './quote-settings.repo.ts'
import { slugHash } from './quote-slug.ts'
import type { Quote } from './quote.ts'
import { findQuoteBySlug } from './quotes.repo.ts'

/** A quote with how its team's quotes look and behave. */
export interface KnownQuote {
  quote: Quote
  settings: TeamQuoteSettings
}

export interface QuoteCache {
  /** The quote at this link; undefined where there is none. */
  get(slug: string): Promise<KnownQuote | undefined>
  /** Forgets it: a command of this process has changed it. */
  drop(quoteId: string): void
}

interface Entry {
  reading: Promise<KnownQuote | undefined>
  known: KnownQuote | undefined
  until: number
}

/** For what no notice tells, such as another name of the team. */
const keptMs = 30_000

const changes: ReadonlySet<string> = new Set(quoteTopics)

/**
 * The quotes that were looked at lately, so that many visitors cost no more of the database than one (ADR 0013). Invariant: no
 * quote is handed out that is older than a change of which this process had heard when it was asked for. Views are no change
 * of what a visitor sees.
 */
export function createQuoteCache({
  db,
  outbox,
}: {
  db: Db
  outbox: Pick<OutboxTail, 'onNotice'>
}): QuoteCache {
  // By the hash of the slug.
  const entries = createSizedCache<Entry>(keptBytes.quotes)

  function dropWhere(isMeant: (known: KnownQuote) => boolean): void {
    // One that is being read may be read from before the change: who asks from here on reads it again.
    entries.removeWhere(({ known }) => !known || isMeant(known))
  }

  function hear({ topic, payload }: OutboxRow): void {
    const { quoteId, teamId, eventId, listingId } = payload
    if (changes.has(topic)) dropWhere(({ quote }) => quote.id === quoteId)
    else if (topic === 'quote_settings.changed') dropWhere(({ quote }) => quote.teamId === teamId)
    // The event as a whole: its date, its standing, a name.
    else if (typeof eventId === 'number' && listingId === undefined)
      dropWhere(({ quote }) => quote.event.id === eventId)
  }

  outbox.onNotice((rows) => {
    for (const row of rows) hear(row)
  })

  async function read(hash: Buffer): Promise<KnownQuote | undefined> {
    const quote = await findQuoteBySlug(db, hash)
    return quote && { quote, settings: await readQuoteSettings(db, quote.teamId) }
  }

  async function keep(key: string, entry: Entry): Promise<void> {
    entry.known = await entry.reading
    if (entries.get(key) !== entry) return
    // Whoever guesses slugs must not fill the memory.
    if (entry.known) entries.set(key, entry, bytesOfQuote(entry.known))
    else entries.remove(key)
  }

  function open(key: string, hash: Buffer): Entry {
    const entry: Entry = { reading: read(hash), known: undefined, until: performance.now() + keptMs }
    entries.set(key, entry, 0)
    keep(key, entry).catch(() => {
      if (entries.get(key) === entry) entries.remove(key)
    })
    return entry
  }

  return {
    get(slug) {
      const hash = slugHash(slug)
      const key = hash.toString('base64')
      const entry = entries.get(key)
      if (!entry || entry.until < performance.now()) return open(key, hash).reading
      return entry.reading
    },
    drop: (quoteId) => dropWhere(({ quote }) => quote.id === quoteId),
  }
}

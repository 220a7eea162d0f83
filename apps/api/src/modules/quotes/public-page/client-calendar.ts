import { hash } from 'node:crypto'
import { slugify } from '@terrace/domain/text/slug'
import { eventEntry, readDatedEvents } from '#api/modules/catalogue/index.ts'
import type { Db } from '#api/db/client.ts'
import { writeCalendar } from '#api/shared/calendar/write-calendar.ts'
import type { QuoteWithSettings } from '../quote-cache.ts'
import { quoteErrors } from '../quotes.errors.ts'
import { presentBrand, type BrandConfig } from './client-quote.presenter.ts'

/**
 * The event of a quote as a calendar file in the broker's name. Without the quote's link, because calendars are often
 * shared, and without a site of ours, which clients do not know.
 */
export async function createClientCalendar(
  db: Db,
  quoteWithSettings: QuoteWithSettings,
  config: BrandConfig,
): Promise<{ filename: string; calendar: string }> {
  const { quote } = quoteWithSettings
  const [event] = await readDatedEvents(db, [quote.event.id])
  if (!event) throw quoteErrors.make('quote.unknown')
  const { name, email, phone } = presentBrand(quoteWithSettings, config)
  const entry = eventEntry(event, {
    uid: `quote-${hash('sha256', quote.id).slice(0, 32)}`,
    url: null,
    details: [`${quote.title}, from ${name}`, email ?? '', phone ?? ''],
  })
  return {
    filename: `${slugify(event.title) || 'event'}.ics`,
    calendar: writeCalendar({ publisher: name, entries: [entry] }),
  }
}

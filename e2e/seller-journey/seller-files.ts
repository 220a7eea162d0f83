import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WireEvent } from '@terrace/contracts/catalogue'

/**
 * A file of `e2e/files` as a seller’s system would export it for this event. Names and dates are filled in, because the
 * events of the demo move on with the calendar.
 */
export async function sellerFile(name: string, event: WireEvent, section: string): Promise<string> {
  const [day = '', time = ''] = event.event_date_local.split('T')
  const [year, month, date] = day.split('-')
  const values: Readonly<Record<string, string>> = {
    event: event.title,
    venue: event.venue.name,
    iso: event.event_date_local,
    day,
    time,
    us: `${month}/${date}/${year}`,
    section,
  }
  const text = await readFile(join(import.meta.dirname, '../files', name), 'utf8')
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder)
}

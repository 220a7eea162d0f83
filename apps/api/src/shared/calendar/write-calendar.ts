import ICAL from 'ical.js'
import type { CalendarEntry } from './calendar-entry.ts'

interface Calendar {
  /** Who publishes it. */
  publisher: string
  /** What calendar apps call it; a downloaded file has no name. */
  name?: string
  entries: readonly CalendarEntry[]
}

export const calendarContentType = 'text/calendar; charset=utf-8'

// A continuation line starts with a space, which ical.js does not count; RFC 5545 allows 75 bytes.
ICAL.foldLength = 74

/** The calendar as RFC 5545 text. Equal input gives equal text. */
export function writeCalendar({ publisher, name, entries }: Calendar): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', `-//${oneLine(publisher).replaceAll('/', ' ')}//Calendar//EN`)
  calendar.addPropertyWithValue('calscale', 'GREGORIAN')
  if (name !== undefined) {
    for (const property of ['name', 'x-wr-calname']) calendar.addProperty(extension(property, oneLine(name)))
    // RFC 7986, and the older name of the same for Outlook.
    calendar.addProperty(new ICAL.Property(['refresh-interval', {}, 'duration', 'PT1H']))
    calendar.addProperty(extension('x-published-ttl', 'PT1H'))
  }
  for (const entry of entries) calendar.addSubcomponent(entryComponent(entry))
  return `${calendar.toString()}\r\n`
}

/** A text property that ical.js does not know and would not escape. */
function extension(name: string, text: string): ICAL.Property {
  return new ICAL.Property([name, {}, 'unknown', text.replaceAll(/[\\;,]/g, String.raw`\$&`)])
}

function entryComponent({ when, ...entry }: CalendarEntry): ICAL.Component {
  const event = new ICAL.Component('vevent')
  const add = (name: string, value: string | number | ICAL.Time | ICAL.Duration) =>
    event.addPropertyWithValue(name, value)
  add('uid', oneLine(entry.uid))
  // Without a METHOD, DTSTAMP is when the entry was last changed.
  add('dtstamp', utcTime(entry.updatedAt))
  add('last-modified', utcTime(entry.updatedAt))
  add('sequence', entry.sequence)
  if ('day' in when) add('dtstart', ICAL.Time.fromDateString(when.day))
  else {
    add('dtstart', utcTime(when.start))
    add('duration', ICAL.Duration.fromSeconds(when.minutes * 60))
  }
  add('summary', oneLine(entry.title))
  add('status', entry.status.toUpperCase())
  // An event in the calendar makes no one busy.
  add('transp', 'TRANSPARENT')
  const description = cleanText(entry.details.filter((line) => line !== '').join('\n'))
  if (description !== '') add('description', description)
  const place = oneLine(entry.place)
  if (place !== '') add('location', place)
  if (entry.url !== null) add('url', entry.url)
  return event
}

function utcTime(instant: Date): ICAL.Time {
  return ICAL.Time.fromJSDate(instant, true)
}

/** Control characters, halves of a character, and marks that reorder what is read. */
const unsafe = /[^\P{Cc}\n]|\p{Cs}|[\u202A-\u202E\u2066-\u2069]/gu

function cleanText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(unsafe, '').trim()
}

function oneLine(text: string): string {
  return cleanText(text.replaceAll(/\s+/g, ' '))
}

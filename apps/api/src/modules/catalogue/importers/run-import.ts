import { parseClubs } from './clubs.ts'
import { parseConcerts } from './concerts.ts'
import { parseF1, parseF1Calendar } from './f1.ts'
import type { FeedEvent } from './feed-event.ts'
import { parseFootballChanges } from './football-changes.ts'
import { parseFootball } from './football.ts'
import { parseICalendar } from './icalendar.ts'
import type { ImportContext, ImportReport, Written } from './import-report.ts'
import { parseJsonLd } from './json-ld.ts'
import { parseNfl } from './nfl.ts'
import { parseCountries, parseCurrencies, parseRates } from './reference.ts'
import type { Parsed, Remark, Row } from './source-rows.ts'
import { parseTicketmaster } from './ticketmaster.ts'
import { parseVenues } from './venues.ts'
import { writeFeed } from './write-feed.ts'
import { writeFixtures } from './write-fixtures.ts'
import { writeCountries, writeCurrencies, writeRates } from './write-reference.ts'
import { writeClubs, writeVenues } from './write-venues.ts'

interface Importer {
  /** What such a file holds, for the help text. */
  about: string
  /** What its rows are called in the report. */
  rows: string
  run(context: ImportContext, content: string, fileName: string): Promise<ImportReport>
}

function importer<Value>(
  about: string,
  rows: string,
  parse: (content: string, fileName: string) => Parsed<Value>,
  write: (context: ImportContext, rows: readonly Row<Value>[]) => Promise<Written>,
): Importer {
  return {
    about,
    rows,
    async run(context, content, fileName) {
      const parsed = parse(content, fileName)
      const { counts, bad } = await write(context, parsed.rows)
      const read = parsed.rows.length + parsed.bad.length + parsed.skipped.length
      return { read, counts, bad: byLine([...parsed.bad, ...bad]), skipped: parsed.skipped }
    },
  }
}

/** A feed of events under other people's names; what cannot be matched waits for an operator. */
function feed(
  about: string,
  parse: (content: string, fileName: string, now: Date) => Parsed<FeedEvent>,
): Importer {
  return {
    about,
    rows: 'events',
    async run(context, content, fileName) {
      const parsed = parse(content, fileName, context.clock.now())
      const { counts, bad, skipped } = await writeFeed(context, parsed.rows, fileName)
      const read = parsed.rows.length + parsed.bad.length + parsed.skipped.length
      return {
        read,
        counts,
        bad: byLine([...parsed.bad, ...bad]),
        skipped: byLine([...parsed.skipped, ...skipped]),
      }
    },
  }
}

function byLine(remarks: readonly Remark[]): Remark[] {
  return remarks.toSorted((left, right) => left.line - right.line)
}

/** Every kind of file that can be imported; a new source is one parser and one line here. */
export const importers: ReadonlyMap<string, Importer> = new Map([
  ['countries', importer('countries with dial codes (JSON)', 'countries', parseCountries, writeCountries)],
  ['currencies', importer('ISO 4217 currencies (JSON)', 'currencies', parseCurrencies, writeCurrencies)],
  ['rates', importer('ECB euro reference rates (CSV)', 'rates', parseRates, writeRates)],
  ['clubs', importer('clubs and their other names (CSV)', 'clubs', parseClubs, writeClubs)],
  [
    'venues',
    importer('grounds, arenas, halls (CSV) or F1DB circuits (JSON)', 'venues', parseVenues, writeVenues),
  ],
  ['football', importer('a season in the shape of football.json', 'fixtures', parseFootball, writeFixtures)],
  [
    'football-changes',
    importer('matches that a league has moved (JSON)', 'changes', parseFootballChanges, writeFixtures),
  ],
  ['nfl', importer('the NFL schedule of nflverse (CSV)', 'games', parseNfl, writeFixtures)],
  ['f1', importer('a season of F1DB races (JSON)', 'races', parseF1, writeFixtures)],
  [
    'f1-calendar',
    importer('a Formula 1 calendar without times (JSON)', 'races', parseF1Calendar, writeFixtures),
  ],
  [
    'concerts',
    importer(
      'programmes of the New York Philharmonic archive (JSON)',
      'concerts',
      parseConcerts,
      writeFixtures,
    ),
  ],
  ['icalendar', feed('events of any kind as iCalendar (.ics)', parseICalendar)],
  ['json-ld', feed('events of schema.org as JSON-LD', parseJsonLd)],
  ['ticketmaster', feed("events in the shape of Ticketmaster's Discovery API (JSON)", parseTicketmaster)],
])

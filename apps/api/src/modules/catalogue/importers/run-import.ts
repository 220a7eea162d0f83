import { parseCompetitions } from '../competitions/parse-competitions.ts'
import { readCompetitions } from '../competitions/read-competitions.ts'
import { writeCompetitions } from '../competitions/write-competitions.ts'
import { parseNames } from '../names/parse-names.ts'
import { writeNames } from '../names/write-names.ts'
import { parseClubs } from './reference/clubs.ts'
import { parseConcerts } from './concerts/concerts.ts'
import { parseF1, parseF1Calendar } from './sports/f1.ts'
import type { SourceEvent } from './event-sources/source-event.ts'
import { parseFootballChanges } from './sports/football-changes.ts'
import { parseFootball } from './sports/football.ts'
import { parseICalendar } from './event-sources/icalendar.ts'
import type { ImportContext, ImportReport, WriteResult } from './import-report.ts'
import { parseJsonLd } from './event-sources/json-ld.ts'
import { parseNfl } from './sports/nfl.ts'
import { parseCountries, parseCurrencies, parseRates } from './reference/reference.ts'
import type { ImportWarning, ParseContext, Parsed, Row } from './source-rows.ts'
import { parseTicketmaster } from './event-sources/ticketmaster.ts'
import { parseVenues } from './reference/venues.ts'
import { writeSourceEvents } from './event-sources/write-source-events.ts'
import { writeFixtures } from './fixtures/write-fixtures.ts'
import { writeCountries, writeCurrencies, writeRates } from './reference/write-reference.ts'
import { writeClubs, writeVenues } from './reference/write-venues.ts'

interface Importer {
  /** Description for the help text. */
  about: string
  /** Plural noun for the rows in the report. */
  rows: string
  run(context: ImportContext, content: string, fileName: string): Promise<ImportReport>
}

function importer<Value>(
  about: string,
  rows: string,
  parse: (content: string, context: ParseContext) => Parsed<Value>,
  write: (context: ImportContext, rows: readonly Row<Value>[]) => Promise<WriteResult>,
): Importer {
  return {
    about,
    rows,
    async run(context, content, fileName) {
      const parsed = parse(content, await parseContext(context, fileName))
      const { counts, bad } = await write(context, parsed.rows)
      const read = parsed.rows.length + parsed.bad.length + parsed.skipped.length
      return { read, counts, bad: sortByLine([...parsed.bad, ...bad]), skipped: parsed.skipped }
    },
  }
}

/** Imports events under the names of an external source; unmatched rows wait for an operator. */
function eventSourceImporter(
  about: string,
  parse: (content: string, context: ParseContext) => Parsed<SourceEvent>,
): Importer {
  return {
    about,
    rows: 'events',
    async run(context, content, fileName) {
      const parsed = parse(content, await parseContext(context, fileName))
      const { counts, bad, skipped } = await writeSourceEvents(context, parsed.rows, fileName)
      const read = parsed.rows.length + parsed.bad.length + parsed.skipped.length
      return {
        read,
        counts,
        bad: sortByLine([...parsed.bad, ...bad]),
        skipped: sortByLine([...parsed.skipped, ...skipped]),
      }
    },
  }
}

async function parseContext({ db, clock }: ImportContext, fileName: string): Promise<ParseContext> {
  return { fileName, now: clock.now(), competitions: await readCompetitions(db) }
}

function sortByLine(warnings: readonly ImportWarning[]): ImportWarning[] {
  return warnings.toSorted((left, right) => left.line - right.line)
}

/** Every file kind that can be imported, except those about one venue. */
export const importers: ReadonlyMap<string, Importer> = new Map([
  ['countries', importer('countries with dial codes (JSON)', 'countries', parseCountries, writeCountries)],
  ['currencies', importer('ISO 4217 currencies (JSON)', 'currencies', parseCurrencies, writeCurrencies)],
  ['rates', importer('ECB euro reference rates (CSV)', 'rates', parseRates, writeRates)],
  [
    'competitions',
    importer('competitions and their sports (CSV)', 'competitions', parseCompetitions, writeCompetitions),
  ],
  [
    'names',
    importer('other names of performers, venues, places and events (CSV)', 'names', parseNames, writeNames),
  ],
  ['clubs', importer('clubs and their other names (CSV)', 'clubs', parseClubs, writeClubs)],
  ['venues', importer('venues (CSV)', 'venues', parseVenues, writeVenues)],
  ['football', importer('a season in the football.json format', 'fixtures', parseFootball, writeFixtures)],
  [
    'football-changes',
    importer('rescheduled league matches (JSON)', 'changes', parseFootballChanges, writeFixtures),
  ],
  ['nfl', importer('the NFL schedule from nflverse (CSV)', 'games', parseNfl, writeFixtures)],
  ['f1', importer('a season of races from F1DB (JSON)', 'races', parseF1, writeFixtures)],
  [
    'f1-calendar',
    importer('a Formula 1 calendar without times (JSON)', 'races', parseF1Calendar, writeFixtures),
  ],
  [
    'concerts',
    importer(
      'concert programmes from the New York Philharmonic archive (JSON)',
      'concerts',
      parseConcerts,
      writeFixtures,
    ),
  ],
  ['icalendar', eventSourceImporter('events as iCalendar (.ics)', parseICalendar)],
  ['json-ld', eventSourceImporter('schema.org events as JSON-LD', parseJsonLd)],
  [
    'ticketmaster',
    eventSourceImporter("events in the format of Ticketmaster's Discovery API (JSON)", parseTicketmaster),
  ],
])

import { parseCompetitions } from '../competitions/parse-competitions.ts'
import { readCompetitions } from '../competitions/read-competitions.ts'
import type { Competitions } from '../competitions/competition-lookup.ts'
import { writeCompetitions } from '../competitions/write-competitions.ts'
import { parseNames } from '../names/parse-names.ts'
import { writeNames } from '../names/write-names.ts'
import { parsePerformers } from '../performers/parse-performers.ts'
import { writePerformers } from '../performers/write-performers.ts'
import { parseClubs } from './reference/clubs.ts'
import type { ImportReport, WriteResult } from './import-report.ts'
import type { ImportContext } from '../imports/import-context.ts'
import { parseCountries, parseCurrencies, parseRates } from './reference/reference.ts'
import { parseProfiles, writeProfiles } from './profiles/manage-profiles.ts'
import type { ImportWarning, Parsed, Row } from './source-rows.ts'
import { parseVenues } from './reference/venues.ts'
import { writeCountries, writeCurrencies, writeRates } from './reference/write-reference.ts'
import { writeClubs, writeVenues } from './reference/write-venues.ts'

interface Importer {
  /** Description for the help text. */
  about: string
  /** Plural noun for the rows in the report. */
  rows: string
  run(context: ImportContext, content: string): Promise<ImportReport>
}

function importer<Value>(
  about: string,
  rows: string,
  parse: (content: string, context: { competitions: Competitions }) => Parsed<Value> | Promise<Parsed<Value>>,
  write: (context: ImportContext, rows: readonly Row<Value>[]) => Promise<WriteResult>,
): Importer {
  return {
    about,
    rows,
    async run(context, content) {
      const parsed = await parse(content, { competitions: await readCompetitions(context.db) })
      const { counts, bad, notes = [] } = await write(context, parsed.rows)
      const read = parsed.rows.length + parsed.bad.length + parsed.skipped.length
      return { read, counts, bad: sortByLine([...parsed.bad, ...bad]), skipped: parsed.skipped, notes }
    },
  }
}

function sortByLine(warnings: readonly ImportWarning[]): ImportWarning[] {
  return warnings.toSorted((left, right) => left.line - right.line)
}

/** Every file kind that can be imported, except fixtures and those about one venue. */
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
  [
    'performers',
    importer(
      'performers, their colours and entries for a season (CSV)',
      'performers',
      parsePerformers,
      writePerformers,
    ),
  ],
  ['venues', importer('venues (CSV)', 'venues', parseVenues, writeVenues)],
  [
    'profiles',
    importer('profiles: how to read files of fixtures (JSON)', 'profiles', parseProfiles, writeProfiles),
  ],
])

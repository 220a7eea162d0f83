/** A file of `seeds/data`, at a path relative to it. */
export interface SeedFile {
  kind: string
  path: string
  /** For fixtures: how to read the file. */
  profile?: string
  /** For files that do not say which season they are about. */
  season?: string
}

/** What every installation needs to accept sign-ups, production too. */
export const referenceFiles: readonly SeedFile[] = [
  { kind: 'countries', path: 'reference/countries-dial-codes.json' },
  { kind: 'currencies', path: 'reference/currencies.json' },
]

/** The catalogue of the demo, in order of dependency; {@link referenceFiles} come first. */
export const demoFiles: readonly SeedFile[] = [
  { kind: 'rates', path: 'fx/ecb-eur-reference-rates-2024-2026.csv' },
  { kind: 'competitions', path: 'catalogue/competitions.csv' },
  { kind: 'names', path: 'catalogue/competition-names.csv' },
  { kind: 'profiles', path: 'profiles/football.json' },
  { kind: 'profiles', path: 'profiles/motorsport.json' },
  { kind: 'profiles', path: 'profiles/other.json' },
  { kind: 'clubs', path: 'clubs.csv' },
  { kind: 'venues', path: 'venues/football-venues-2026-27.csv' },
  { kind: 'venues', path: 'venues/brazil-venues.csv' },
  { kind: 'venues', path: 'venues/us-venues.csv' },
  { kind: 'venues', path: 'venues/circuits.csv' },
  { kind: 'venues', path: 'venues/other-venues.csv' },
  { kind: 'performers', path: 'catalogue/team-colours.csv' },
  { kind: 'performers', path: 'catalogue/motorsport-performers.csv' },
  fixtures('football-json', 'football/en.1.json'),
  fixtures('premier-league-changes', 'football/en.1-2026-27-reschedules.json', '2026-27'),
  fixtures('football-json', 'football/es.1.json'),
  fixtures('football-json', 'football/it.1.json'),
  fixtures('football-json', 'football/de.1.json'),
  fixtures('football-json', 'football/fr.1.json'),
  fixtures('football-json', 'football/nl.1.json'),
  fixtures('football-json', 'football/br.1-2026.json'),
  fixtures('nflverse', 'nfl/nfl-2026-schedule.csv'),
  fixtures('f1db-races', 'f1/f1db-2026-races.json'),
  fixtures('f1-calendar', 'f1/f1-2027-calendar.json'),
  fixtures('nyphil-archive', 'concerts/nyphil-2024-25_TO_NOW.json'),
  { kind: 'names', path: 'catalogue/nicknames.csv' },
]

function fixtures(profile: string, path: string, season?: string): SeedFile {
  return { kind: 'fixtures', profile, path, ...(season !== undefined && { season }) }
}

export interface Competition {
  slug: string
  name: string
  parent: { slug: string; name: string; kind: 'sport' | 'genre' }
  /** Under which performer names are looked up: one name may mean two clubs in two countries. */
  scope: string
  countryCode: string | null
  /** How sources call it: file codes ('en.1') and titles without the season. */
  sourceNames: readonly string[]
  titleStyle: 'versus' | 'at' | 'own'
  /** Kick-offs further ahead than this many days are placeholders; null where published times stand. */
  confirmAheadDays: number | null
  position: number
}

const football = { slug: 'football', name: 'Football', kind: 'sport' } as const
const americanFootball = { slug: 'american-football', name: 'American football', kind: 'sport' } as const
const motorsport = { slug: 'motorsport', name: 'Motorsport', kind: 'sport' } as const
const classical = { slug: 'classical-music', name: 'Classical music', kind: 'genre' } as const
const liveMusic = { slug: 'music', name: 'Music', kind: 'genre' } as const
const stage = { slug: 'arts-and-theatre', name: 'Arts & theatre', kind: 'genre' } as const

// Broadcasters choose their matches late: what a league's list says earlier than six weeks ahead is a placeholder.
const sixWeeks = 42

function league(
  position: number,
  country: string,
  slug: string,
  name: string,
  code: string,
  ...names: string[]
): Competition {
  return {
    slug,
    name,
    parent: football,
    scope: `football/${country.toLowerCase()}`,
    countryCode: country,
    sourceNames: [code, ...names],
    titleStyle: 'versus',
    confirmAheadDays: sixWeeks,
    position,
  }
}

/** Evenings that belong to no competition; sources call them by a genre, or by a type of schema.org. */
function evenings(
  position: number,
  parent: Competition['parent'],
  slug: string,
  name: string,
  ...names: string[]
): Competition {
  return {
    slug,
    name,
    parent,
    scope: 'artist',
    countryCode: null,
    sourceNames: names,
    titleStyle: 'own',
    confirmAheadDays: null,
    position,
  }
}

const competitions: readonly Competition[] = [
  league(1, 'GB', 'premier-league', 'Premier League', 'en.1', 'English Premier League'),
  league(2, 'ES', 'la-liga', 'La Liga', 'es.1', 'Spain Primera División'),
  league(3, 'IT', 'serie-a', 'Serie A', 'it.1', 'Italian Serie A'),
  league(4, 'DE', 'bundesliga', 'Bundesliga', 'de.1', 'Deutsche Bundesliga'),
  league(5, 'FR', 'ligue-1', 'Ligue 1', 'fr.1', 'French Ligue 1'),
  league(6, 'NL', 'eredivisie', 'Eredivisie', 'nl.1', 'Netherlands Eredivisie'),
  league(7, 'PT', 'primeira-liga', 'Primeira Liga', 'pt.1', 'Portuguese Primeira Liga'),
  league(8, 'BR', 'brasileirao', 'Brasileirão Série A', 'br.1', 'Brasileiro Série A'),
  {
    slug: 'nfl',
    name: 'NFL',
    parent: americanFootball,
    scope: 'nfl',
    countryCode: 'US',
    sourceNames: ['NFL'],
    titleStyle: 'at',
    confirmAheadDays: null,
    position: 1,
  },
  {
    slug: 'formula-1',
    name: 'Formula 1',
    parent: motorsport,
    scope: 'formula-1',
    countryCode: null,
    sourceNames: ['F1', 'Formula 1'],
    titleStyle: 'own',
    confirmAheadDays: null,
    position: 1,
  },
  {
    slug: 'new-york-philharmonic',
    name: 'New York Philharmonic',
    parent: classical,
    scope: 'artist',
    countryCode: 'US',
    sourceNames: ['New York Philharmonic'],
    titleStyle: 'own',
    confirmAheadDays: null,
    position: 1,
  },
  evenings(1, liveMusic, 'concerts', 'Concerts', 'Music', 'Concert', 'Concerts', 'MusicEvent'),
  evenings(1, stage, 'theatre', 'Theatre', 'Arts & Theatre', 'Theater', 'Theatre', 'TheaterEvent'),
  evenings(2, stage, 'comedy', 'Comedy', 'Comedy', 'ComedyEvent'),
  evenings(3, stage, 'dance', 'Dance', 'Dance', 'DanceEvent'),
]

const bySlug = new Map(competitions.map((competition) => [competition.slug, competition]))
const bySourceName = new Map(
  competitions.flatMap((competition) =>
    [competition.name, ...competition.sourceNames].map((name) => [name.toLowerCase(), competition] as const),
  ),
)

/** The competition of a slug that the importers themselves chose; any other is a bug. */
export function competitionOf(slug: string): Competition {
  const competition = bySlug.get(slug)
  if (!competition) throw new RangeError(`no competition is called ${slug}`)
  return competition
}

/** The competition that a source names by its file code or title, whatever the case. */
export function competitionNamed(name: string): Competition | undefined {
  return bySourceName.get(name.trim().toLowerCase())
}

/** The first of a feed's own words that names a competition or genre of ours, by name or by our slug. */
export function competitionAmong(words: readonly string[]): Competition | undefined {
  return words.map((word) => bySlug.get(word) ?? competitionNamed(word)).find((found) => found !== undefined)
}

/** The slugs of all competitions and genres, for messages that say what is known. */
export function knownCompetitions(): string {
  return [...bySlug.keys()].join(', ')
}

/** The football leagues, for messages that say what is known. */
export function knownLeagues(): string {
  return competitions
    .filter((competition) => competition.parent === football)
    .map((competition) => competition.name)
    .join(', ')
}

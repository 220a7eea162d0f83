export interface Competition {
  slug: string
  name: string
  parent: { slug: string; name: string; kind: 'sport' | 'genre' }
  /** Namespace of performer names: one name can mean clubs in two countries. */
  scope: string
  countryCode: string | null
  /** Names in sources: file codes (`en.1`) and titles without the season. */
  sourceNames: readonly string[]
  titleStyle: 'versus' | 'at' | 'own'
  /** Kick-offs more than this many days ahead are placeholders; `null` when published times are reliable. */
  confirmAheadDays: number | null
  position: number
}

const football = { slug: 'football', name: 'Football', kind: 'sport' } as const
const americanFootball = { slug: 'american-football', name: 'American football', kind: 'sport' } as const
const motorsport = { slug: 'motorsport', name: 'Motorsport', kind: 'sport' } as const
const classical = { slug: 'classical-music', name: 'Classical music', kind: 'genre' } as const
const liveMusic = { slug: 'music', name: 'Music', kind: 'genre' } as const
const stage = { slug: 'arts-and-theatre', name: 'Arts & theatre', kind: 'genre' } as const

// Broadcasters choose their matches late, so kick-offs more than six weeks ahead are placeholders.
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

/** Events outside any competition; sources name a genre or a schema.org type. */
function genre(
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
  genre(1, liveMusic, 'concerts', 'Concerts', 'Music', 'Concert', 'Concerts', 'MusicEvent'),
  genre(1, stage, 'theatre', 'Theatre', 'Arts & Theatre', 'Theater', 'Theatre', 'TheaterEvent'),
  genre(2, stage, 'comedy', 'Comedy', 'Comedy', 'ComedyEvent'),
  genre(3, stage, 'dance', 'Dance', 'Dance', 'DanceEvent'),
]

const bySlug = new Map(competitions.map((competition) => [competition.slug, competition]))
const bySourceName = new Map(
  competitions.flatMap((competition) =>
    [competition.name, ...competition.sourceNames].map((name) => [name.toLowerCase(), competition] as const),
  ),
)

/** The competition for a slug set by an importer; an unknown slug is a bug. */
export function competitionOf(slug: string): Competition {
  const competition = bySlug.get(slug)
  if (!competition) throw new RangeError(`unknown competition ${slug}`)
  return competition
}

/** Finds a competition by file code or title, ignoring case. */
export function competitionByName(name: string): Competition | undefined {
  return bySourceName.get(name.trim().toLowerCase())
}

/** The first of a source's categories that matches a competition or genre, by name or slug. */
export function findCompetition(words: readonly string[]): Competition | undefined {
  return words.map((word) => bySlug.get(word) ?? competitionByName(word)).find((found) => found !== undefined)
}

export function competitionSlugs(): string {
  return [...bySlug.keys()].join(', ')
}

export function leagueNames(): string {
  return competitions
    .filter((competition) => competition.parent === football)
    .map((competition) => competition.name)
    .join(', ')
}

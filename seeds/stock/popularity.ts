import type { StockEvent } from './stock-types.ts'

const competitionPopularity: Readonly<Record<string, number>> = {
  'premier-league': 2.4,
  'la-liga': 1.4,
  'serie-a': 1.2,
  bundesliga: 1.3,
  'ligue-1': 0.9,
  eredivisie: 0.6,
  brasileirao: 0.7,
  nfl: 1.7,
  'formula-1': 4.5,
  'new-york-philharmonic': 0.35,
}

/** Teams more popular than the rest of their league, which has 1. */
const teamPopularity: Readonly<Record<string, number>> = {
  ...rated(2.2, 'arsenal liverpool manchester-united real-madrid barcelona'),
  ...rated(1.8, 'manchester-city chelsea tottenham-hotspur bayern-munchen paris-saint-germain flamengo'),
  ...rated(1.7, 'inter ac-milan juventus borussia-dortmund ajax dallas-cowboys kansas-city-chiefs'),
  ...rated(
    1.4,
    'newcastle-united aston-villa atletico-madrid as-roma napoli marseille psv-eindhoven feyenoord',
  ),
  ...rated(
    1.4,
    'green-bay-packers san-francisco-49ers philadelphia-eagles buffalo-bills corinthians palmeiras',
  ),
  ...rated(1.2, 'everton leeds-united lazio schalke-04 hamburger-sv athletic-club sevilla real-betis lyon'),
  ...rated(
    1.2,
    'new-york-giants chicago-bears pittsburgh-steelers new-england-patriots sao-paulo fluminense',
  ),
}

const derbies = new Set(
  [
    'arsenal/tottenham-hotspur',
    'liverpool/manchester-united',
    'manchester-city/manchester-united',
    'everton/liverpool',
    'newcastle-united/sunderland',
    'barcelona/real-madrid',
    'atletico-madrid/real-madrid',
    'real-betis/sevilla',
    'barcelona/espanyol',
    'ac-milan/inter',
    'as-roma/lazio',
    'juventus/torino',
    'inter/juventus',
    'bayern-munchen/borussia-dortmund',
    'borussia-dortmund/schalke-04',
    'marseille/paris-saint-germain',
    'ajax/feyenoord',
    'ajax/psv-eindhoven',
    'flamengo/fluminense',
    'corinthians/palmeiras',
    'gremio/internacional',
    'dallas-cowboys/philadelphia-eagles',
    'chicago-bears/green-bay-packers',
    'new-york-giants/philadelphia-eagles',
  ].map((pair) => pair.split('/').toSorted().join('/')),
)

const specials: readonly [RegExp, number][] = [
  [/Monaco|Las Vegas|Abu Dhabi/, 1.6],
  [/British|Italian|Singapore|Miami|United States/, 1.3],
  [/Dudamel|Mahler|Beethoven|Messiah|in Concert/, 1.6],
]

/** Popularity of an event: 1 for an average match in an average league, above 10 for a major derby. */
export function popularityOf(event: StockEvent): number {
  return (competitionPopularity[event.competition] ?? 1) * relativePopularityOf(event)
}

/** Popularity within the competition: 1 for an average event. */
export function relativePopularityOf({ teams: playing, title }: StockEvent): number {
  const rating = playing.reduce((product, slug) => product * (teamPopularity[slug] ?? 1), 1)
  const derby = derbies.has(playing.toSorted().join('/')) ? 1.5 : 1
  const special = specials.find(([pattern]) => playing.length === 0 && pattern.test(title))?.[1] ?? 1
  return rating * derby * special
}

function rated(rating: number, slugs: string): Record<string, number> {
  return Object.fromEntries(slugs.split(' ').map((slug) => [slug, rating]))
}

import type { StockEvent } from './stock-types.ts'
import market from '../data/stock/market.json' with { type: 'json' }

const competitions: Readonly<Record<string, { popularity: number }>> = market.competitions
/** Performers more popular than the rest of their league, which has 1. */
const performers: Readonly<Record<string, number>> = market.performers
const rivals = new Set(market.rivals.map((pair) => pair.toSorted().join('/')))

/** Popularity of an event: 1 for an average match in an average league, above 10 for a major derby. */
export function popularityOf(event: StockEvent): number {
  return (competitions[event.competition]?.popularity ?? 1) * relativePopularityOf(event)
}

/** Popularity within the competition: 1 for an average event. */
export function relativePopularityOf({ teams: playing, title }: StockEvent): number {
  const rating = playing.reduce((product, slug) => product * (performers[slug] ?? 1), 1)
  const derby = rivals.has(playing.toSorted().join('/')) ? 1.5 : 1
  const titled = market.titles.find(({ words }) => words.some((word) => title.includes(word)))
  return rating * derby * (playing.length === 0 ? (titled?.factor ?? 1) : 1)
}

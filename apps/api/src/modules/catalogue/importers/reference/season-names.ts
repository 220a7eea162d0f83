import type { Competition } from './competitions.ts'

/** First month of seasons that are not calendar years. */
const firstMonths: Readonly<Record<string, number>> = { nfl: 3, 'new-york-philharmonic': 8 }

/** Name of the season for a day (`YYYY-MM-DD`): `2026-27`, or `2026` when a season is one calendar year. */
export function seasonOf({ slug, parent }: Competition, day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const isEuropean = parent.slug === 'football' && slug !== 'brasileirao'
  const first = isEuropean ? 7 : (firstMonths[slug] ?? 1)
  const from = month >= first ? year : year - 1
  // NFL seasons are named after the year in which they start.
  return first === 1 || slug === 'nfl' ? String(from) : `${from}-${String((from + 1) % 100).padStart(2, '0')}`
}

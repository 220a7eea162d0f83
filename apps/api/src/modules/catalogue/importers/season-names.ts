import type { Competition } from './competitions.ts'

/** The first month of a season, where it is not a calendar year. */
const firstMonths: Readonly<Record<string, number>> = { nfl: 3, 'new-york-philharmonic': 8 }

/** The season in which a competition's event of this day ('YYYY-MM-DD') is held: '2026-27', or '2026' where a year holds one. */
export function seasonOf({ slug, parent }: Competition, day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const isEuropean = parent.slug === 'football' && slug !== 'brasileirao'
  const first = isEuropean ? 7 : (firstMonths[slug] ?? 1)
  const from = month >= first ? year : year - 1
  // The NFL calls a season by the year in which it begins.
  return first === 1 || slug === 'nfl' ? String(from) : `${from}-${String((from + 1) % 100).padStart(2, '0')}`
}

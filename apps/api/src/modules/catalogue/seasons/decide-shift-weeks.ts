import { addWeeks } from './event-times.ts'

/** Years rounded to whole weeks: 52, 104, 157, 209 … */
function weeksOfYears(years: number): number {
  return Math.round((years * 365.2425) / 7)
}

/**
 * A season stays in place while at least this many of its fixtures, or this share of a short season, are upcoming.
 */
const minUpcomingFixtures = 10
const minUpcomingShare = 0.05
/** A shifted season needs at least this share of upcoming fixtures, so it does not end right away. */
const minShiftedShare = 0.1

/**
 * Returns by how many weeks to move a competition's seasons so that it has upcoming fixtures; 0 if it has enough. Whole
 * years keep the season (finals in spring), whole weeks the weekday. All seasons move together, so they never overlap.
 * @param locals venue-local source times, `YYYY-MM-DDTHH:mm`, in any order
 * @param today `YYYY-MM-DD`
 */
export function decideShiftWeeks(locals: readonly string[], today: string): number {
  if (locals.length === 0) return 0
  const countUpcoming = (weeks: number) =>
    locals.filter((local) => addWeeks(local, weeks).slice(0, 10) >= today).length
  if (countUpcoming(0) >= Math.min(minUpcomingFixtures, Math.ceil(locals.length * minUpcomingShare))) return 0
  const needed = Math.ceil(locals.length * minShiftedShare)
  for (let years = 1; ; years += 1) {
    if (countUpcoming(weeksOfYears(years)) >= needed) return weeksOfYears(years)
  }
}

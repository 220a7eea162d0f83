import { addWeeks } from './event-times.ts'

/** A year in whole weeks, as near as whole weeks come: 52, 104, 157, 209 … */
function weeksOfYears(years: number): number {
  return Math.round((years * 365.2425) / 7)
}

/** A real season stays while at least this many of its fixtures, or this share of a short one, are still to come. */
const enoughAhead = 10
const enoughShare = 0.05
/** A season that is moved anyway is moved so far that it does not end at once. */
const shiftedShare = 0.1

/**
 * By how many weeks a competition's seasons are moved so that it has fixtures ahead (product.md §2): nought while it has
 * enough of its own, else the fewest whole years that bring enough of them past `today`. Whole years, so that the cup
 * final stays in spring and the Christmas concert in December; in weeks, so that Saturday stays Saturday.
 *
 * All seasons of a competition move together: one after the other they stay one after the other.
 *
 * @param locals source wall times, 'YYYY-MM-DDTHH:mm', in any order
 * @param today 'YYYY-MM-DD'
 */
export function decideShiftWeeks(locals: readonly string[], today: string): number {
  if (locals.length === 0) return 0
  const ahead = (weeks: number) =>
    locals.filter((local) => addWeeks(local, weeks).slice(0, 10) >= today).length
  if (ahead(0) >= Math.min(enoughAhead, Math.ceil(locals.length * enoughShare))) return 0
  const needed = Math.ceil(locals.length * shiftedShare)
  for (let years = 1; ; years += 1) {
    if (ahead(weeksOfYears(years)) >= needed) return weeksOfYears(years)
  }
}

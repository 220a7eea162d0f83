import type { WireEvent } from '@terrace/contracts/catalogue'
import type { DateTile } from '@terrace/domain/dates'
import { formatCount } from '@terrace/domain/tickets'
import { toLocal } from '@terrace/domain/time-zones'
import type { ArtPattern } from '#web/ui/art.tsx'

type Category = WireEvent['category']

const patterns: readonly [RegExp, ArtPattern][] = [
  [/nfl|american football|gridiron/, 'field'],
  [/formula|grand prix|racing|motor|\bf1\b/, 'track'],
  [/hockey|\bnhl\b|\bice\b/, 'ice'],
  [/basketball|\bnba\b|tennis|court|handball|volleyball/, 'court'],
  [/concert|classical|orchestra|philharmonic|symphony|music|opera|theatre|comedy|festival/, 'stage'],
]

/** Which place is drawn on a card. Most competitions of the catalogue are football leagues, so that is the rest. */
export function patternOf({ name, slug }: Category): ArtPattern {
  const words = `${name} ${slug.replaceAll('-', ' ')}`.toLowerCase()
  return patterns.find(([kind]) => kind.test(words))?.[1] ?? 'pitch'
}

/** Whose colours a card wears: the home side's; where nobody is at home, whoever stands first, else the event itself. */
export function leadingName({ performers, title }: Pick<WireEvent, 'performers' | 'title'>): string {
  const leading = performers.find(({ role }) => role === 'home') ?? performers[0]
  return leading?.name ?? title
}

/** 'Dec', or 'Dec ’27' where the year is not the one we are in: seasons reach far enough to take one for the other. */
export function monthText({ month, year }: Pick<DateTile, 'month' | 'year'>, now: number): string {
  return year === new Date(now).getFullYear() ? month : `${month} ’${String(year % 100).padStart(2, '0')}`
}

const dayMs = 86_400_000

/** Whole days from the venue's today to the event's day; 0 is today. `now` in ms by the server's clock. */
export function daysUntil({ event_date_local, timezone }: WireEvent, now: number): number {
  const today = toLocal(now, timezone)?.slice(0, 10) ?? ''
  return Math.round((Date.parse(event_date_local.slice(0, 10)) - Date.parse(today)) / dayMs)
}

/** 'Today', 'Tomorrow' or 'N days' for the fortnight ahead; nothing beyond it, when counting days helps nobody. */
export function soonText(days: number): string | null {
  if (days < 0 || days > 14) return null
  if (days === 0) return 'Today'
  return days === 1 ? 'Tomorrow' : `${days} days`
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '2026-12' → 'Dec', with its year where that is not the one we are in. */
export function monthChipText(month: string, now: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return monthText({ month: monthNames[number - 1] ?? month, year }, now)
}

/** '1 event', else 'N events'. */
export function eventsText(count: number): string {
  return count === 1 ? '1 event' : `${formatCount(count)} events`
}

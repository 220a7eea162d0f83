import ICAL from 'ical.js'

const mostSteps = 3000
const mostOccurrences = 400
const daysAhead = 730

/** What may stand in a rule of each frequency. The library counts for ever on some of the rest. */
const readable: Readonly<Record<string, readonly string[]>> = {
  DAILY: ['BYDAY'],
  WEEKLY: ['BYDAY'],
  MONTHLY: ['BYDAY', 'BYMONTHDAY', 'BYSETPOS'],
  YEARLY: ['BYDAY', 'BYMONTH', 'BYMONTHDAY', 'BYSETPOS'],
}

export interface Occurrences {
  /** Those from yesterday on, at most two years ahead. */
  starts: ICAL.Time[]
  /** Those that were taken out of the rule. */
  excluded: ICAL.Time[]
}

/** When a repeating event takes place, or why that cannot be told. */
export function readOccurrences(event: ICAL.Component, start: ICAL.Time, now: Date): Occurrences | string {
  const rules = event.getAllProperties('rrule').map((property) => property.getFirstValue())
  for (const rule of rules) {
    const problem = rule instanceof ICAL.Recur ? problemOf(rule) : 'RRULE is no rule'
    if (problem !== null) return problem
  }
  if (event.hasProperty('exrule')) return 'EXRULE is not read: name the days in EXDATE'
  const from = now.getTime() - 86_400_000
  const until = now.getTime() + daysAhead * 86_400_000
  const starts: ICAL.Time[] = []
  const expansion = new ICAL.RecurExpansion({ component: event, dtstart: start })
  for (let step = 0; ; step += 1) {
    if (step >= mostSteps) return `it repeats more than ${mostSteps} times before it ends`
    const next = expansion.next()
    const moment = next && utcOf(next)
    if (!moment || moment > until) break
    if (moment < from) continue
    if (starts.length >= mostOccurrences) return `it repeats more than ${mostOccurrences} times in two years`
    starts.push(next.clone())
  }
  const excluded = event
    .getAllProperties('exdate')
    .flatMap((property): unknown[] => property.getValues())
    .filter((value) => value instanceof ICAL.Time)
    .slice(0, mostOccurrences)
  return { starts, excluded }
}

/** Near enough to compare days: wall times read as if they were UTC. */
function utcOf(time: ICAL.Time): number {
  return Date.UTC(time.year, time.month - 1, time.day)
}

function problemOf(rule: ICAL.Recur): string | null {
  const allowed = readable[rule.freq]
  if (!allowed)
    return `it repeats ${rule.freq.toLowerCase()}: only daily, weekly, monthly and yearly are read`
  const parts = Object.keys(rule.parts)
  const strange = parts.find((part) => !allowed.includes(part))
  if (strange !== undefined) return `${strange} in a rule that repeats ${rule.freq.toLowerCase()} is not read`
  if (rule.interval < 1 || rule.interval > 60) return `INTERVAL=${rule.interval} is out of range`
  if (rule.freq === 'DAILY' && parts.includes('BYDAY') && rule.interval > 1)
    return 'BYDAY in a rule for every few days is not read'
  const days: unknown[] = rule.getComponent('BYMONTHDAY')
  // Not every month has a 29th, and the library makes another day of it.
  if (days.some((day) => Number(day) > 28)) return 'BYMONTHDAY after the 28th is not read'
  return null
}

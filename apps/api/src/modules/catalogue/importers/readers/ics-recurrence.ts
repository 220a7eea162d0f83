import ICAL from 'ical.js'

const maxSteps = 3000
const maxOccurrences = 400
const maxDaysAhead = 730

/** Supported rule parts by frequency. The library never terminates on some of the others. */
const supportedParts: Readonly<Record<string, readonly string[]>> = {
  DAILY: ['BYDAY'],
  WEEKLY: ['BYDAY'],
  MONTHLY: ['BYDAY', 'BYMONTHDAY', 'BYSETPOS'],
  YEARLY: ['BYDAY', 'BYMONTH', 'BYMONTHDAY', 'BYSETPOS'],
}

export interface Occurrences {
  /** From yesterday until two years ahead. */
  starts: ICAL.Time[]
  excluded: ICAL.Time[]
}

/** The dates of a repeating event, or the reason why they are unsupported. */
export function readOccurrences(event: ICAL.Component, start: ICAL.Time, now: Date): Occurrences | string {
  const rules = event.getAllProperties('rrule').map((property) => property.getFirstValue())
  for (const rule of rules) {
    const problem = rule instanceof ICAL.Recur ? problemOf(rule) : 'the rule is invalid'
    if (problem !== null) return problem
  }
  if (event.hasProperty('exrule')) return 'EXRULE is not supported; use EXDATE'
  const from = now.getTime() - 86_400_000
  const until = now.getTime() + maxDaysAhead * 86_400_000
  const starts: ICAL.Time[] = []
  const expansion = new ICAL.RecurExpansion({ component: event, dtstart: start })
  for (let step = 0; ; step += 1) {
    if (step >= maxSteps) return `repeats more than ${maxSteps} times before it ends`
    const next = expansion.next()
    const occursAt = next && utcOf(next)
    if (!occursAt || occursAt > until) break
    if (occursAt < from) continue
    if (starts.length >= maxOccurrences) return `repeats more than ${maxOccurrences} times in two years`
    starts.push(next.clone())
  }
  const excluded = event
    .getAllProperties('exdate')
    .flatMap((property): unknown[] => property.getValues())
    .filter((value) => value instanceof ICAL.Time)
    .slice(0, maxOccurrences)
  return { starts, excluded }
}

/** Precise enough to compare days: treats local time as UTC. */
function utcOf(time: ICAL.Time): number {
  return Date.UTC(time.year, time.month - 1, time.day)
}

function problemOf(rule: ICAL.Recur): string | null {
  const allowed = supportedParts[rule.freq]
  if (!allowed)
    return `repeats ${rule.freq.toLowerCase()}; only daily, weekly, monthly and yearly are supported`
  const parts = Object.keys(rule.parts)
  const unsupported = parts.find((part) => !allowed.includes(part))
  if (unsupported !== undefined) return `${unsupported} is not supported in a ${rule.freq.toLowerCase()} rule`
  if (rule.interval < 1 || rule.interval > 60) return `INTERVAL=${rule.interval} is out of range`
  if (rule.freq === 'DAILY' && parts.includes('BYDAY') && rule.interval > 1)
    return 'BYDAY is not supported with an interval of several days'
  const days: unknown[] = rule.getComponent('BYMONTHDAY')
  // Some months lack a 29th, and the library then picks another day.
  if (days.some((day) => Number(day) > 28)) return 'BYMONTHDAY after the 28th is not supported'
  return null
}

import { parseLocal } from '@terrace/domain/dates'
import type { FeedTime } from './feed-event.ts'

const mostDepth = 40

/** Whether brackets are nested deeper than any feed nests them: what reads such a file would lose itself in it. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index]
    if (letter === '"') {
      index += 1
      while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
    } else if (letter === '{' || letter === '[') {
      depth += 1
      if (depth > mostDepth) return true
    } else if (letter === '}' || letter === ']') depth -= 1
  }
  return false
}

export const tooDeep = `it is nested deeper than ${mostDepth} levels`

export interface Moment {
  when: FeedTime
  timeKnown: boolean
}

/**
 * A date of ISO 8601: a day, a wall time (the venue's own), or a moment with an offset. Null for what is none, and for
 * years in which nothing of ours takes place.
 */
export function readMoment(text: string): Moment | null {
  const match =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:[.,]\d+)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(
      text.trim(),
    )
  const [, day = '', time, offset] = match ?? []
  const local = `${day}T${time ?? '00:00'}`
  const parts = match && parseLocal(local)
  if (!parts || parts.year < 1990 || parts.year > 2099) return null
  if (!offset) return { when: { kind: 'local', local }, timeKnown: time !== undefined }
  const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  if (Number(hours) > 14 || Number(minutes) > 59) return null
  const instant = new Date(`${local}:00${sign}${hours}:${minutes}`)
  return { when: { kind: 'utc', instant: instant.toISOString() }, timeKnown: true }
}

/** The values of a field that may hold one or several, at most `most`. */
export function listOf(value: unknown, most = 50): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.slice(0, most) : [value]
}

/** The object's field, undefined for whatever is no object. */
export function fieldOf(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}

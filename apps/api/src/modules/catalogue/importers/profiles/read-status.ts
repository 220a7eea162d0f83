import type { Fixture } from '../fixtures/fixture.ts'
import type { Fields } from '../readers/source-record.ts'
import type { FieldReader } from './field-reader.ts'
import type { ProfileSettings } from './profile.ts'

export interface ReadStatus {
  status: Fixture['status']
  isMoved: boolean
}

const nothing: ReadStatus = { status: null, isMoved: false }

/** Words of sources for the states that matter; whether a match is over does not. */
const known: readonly [RegExp, ReadStatus][] = [
  [
    /^(?:cancell?ed|abandoned|abgesagt|annul[eé]e?|cancelad[oa]|annullat[oa]|afgelast)$/,
    { status: 'cancelled', isMoved: false },
  ],
  [
    /^(?:postponed|ppd?\.?|suspended|verschoben|verlegt|report[eé]e?|aplazad[oa]|pospuesto|rinviat[oa]|adiad[oa]|uitgesteld)$/,
    { status: 'postponed', isMoved: false },
  ],
  [/^(?:rescheduled|moved)$/, { status: 'scheduled', isMoved: true }],
  [
    /^(?:scheduled|confirmed|active|on ?sale|off ?sale|normal|fixture|timed)$/,
    { status: 'scheduled', isMoved: false },
  ],
  [
    /^(?:finished|final|ft|aet|pen|played|awarded.*|full[- ]time|complete[d]?|live|in[- ]play|not started|ns|open|tbc|tba|tbd)$/,
    nothing,
  ],
]

/** The status of a record, or what is wrong with it. */
export function readStatus(
  fields: FieldReader,
  record: Fields,
  { statuses }: ProfileSettings,
): ReadStatus | string {
  const text = fields.text(record, 'status').toLowerCase()
  if (text === '') return nothing
  const named = Object.entries(statuses).find(([word]) => word.toLowerCase() === text)?.[1]
  if (named === 'moved') return { status: 'scheduled', isMoved: true }
  if (named) return { status: named, isMoved: false }
  const found = known.find(([words]) => words.test(text))?.[1]
  return (
    found ??
    `${fields.nameOf('status')}: unknown value "${text.slice(0, 40)}"; add it to the statuses of the profile`
  )
}

import type { NamedEvent } from './inventory-row.ts'
import { parseDay, parseTime, splitDayAndTime } from './parse-when.ts'
import type { RowReader } from './row-reader.ts'

const maxNameLength = 300

/** The event that the row names. */
export function readEventName(reader: RowReader): NamedEvent {
  const { format } = reader
  const id = format.eventId ?? ownId(reader)
  const name = reader.get('event_name').slice(0, maxNameLength)
  const foreignId = reader.get('foreign_event_id').slice(0, maxNameLength) || null
  if (id === null && foreignId === null && name === '' && !format.isPatch)
    reader.addProblem('event_name', 'event_missing', 'is empty; the row does not say which event it is for')
  const venue = reader.get('venue_name').slice(0, maxNameLength)
  return { id, foreignId, name, venue, ...readWhen(reader, id !== null || foreignId !== null) }
}

function ownId(reader: RowReader): number | null {
  const text = reader.get('event_id')
  if (text === '') return null
  const id = Number(text)
  if (/^\d+$/.test(text) && id > 0 && id <= 2_147_483_647) return id
  reader.addProblem('event_id', 'event_id', `must be the number of an event, not "${text}"`)
  return null
}

function readWhen(reader: RowReader, isKnownById: boolean): { day: string | null; time: string | null } {
  const { format } = reader
  const cell = reader.get('event_date')
  if (cell === '') {
    if (!isKnownById && !format.isPatch) reader.addProblem('event_date', 'date_missing', 'is empty')
    return { day: null, time: null }
  }
  const both = splitDayAndTime(cell)
  const day = parseDay(both.day, format.dateOrder)
  if (day === undefined)
    reader.addProblem('event_date', 'date', `"${cell}" is not a date such as ${exampleOf[format.dateOrder]}`)
  const separate = reader.get('event_time')
  // Spreadsheets add midnight to a day.
  const text = separate === '' && !/^0?0:00(?::00)?$/.test(both.time) ? both.time : separate
  const parsed = parseTime(text, format.unknownTimes)
  if (parsed === undefined)
    reader.addProblem('event_time', 'time', `"${text}" is not a time such as 7:30 PM, and not TBA`)
  return { day: day ?? null, time: parsed?.time ?? null }
}

const exampleOf = { mdy: '3/28/2027', dmy: '28/3/2027', ymd: '2027-03-28' } as const

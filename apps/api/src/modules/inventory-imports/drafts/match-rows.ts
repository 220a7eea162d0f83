import type { DraftCells, DraftFormat } from '@terrace/contracts/inventory-drafts'
import type { NameIndex } from '@terrace/domain/search/name-index'
import type { Db } from '#api/db/client.ts'
import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import { eventKeyOf } from '../matching/event-key.ts'
import { matchNamedEvents } from '../matching/match-events.ts'
import type { NamedEvent } from '../reading/inventory-row.ts'
import { readEventName } from '../reading/read-event-name.ts'
import type { RowFormat } from '../reading/row-format.ts'
import { toReader } from '../reading/row-reader.ts'
import { understandListing } from '../quick-text/understand-listing.ts'
import { formatOfDrafts } from './draft-rows.ts'
import { matchHints, noEvent, type DraftMatch } from './match-text.ts'
import { readDraftEvents } from './text-events.repo.ts'

export interface RowToMatch {
  cells: DraftCells
  /** Chosen by a person. */
  eventId: number | null
}

interface MatchInput {
  db: Db
  names: NameIndex
  now: Date
  teamId: string
  format: DraftFormat
  turns: WorkTurns
  chosen?: readonly { key: string; event_id: number }[]
}

/** Names without a date that are looked up one by one. */
const maxLookups = 40

/** The events of rows: as chosen, as the importer would match them, else by the words of the name. */
export async function matchRows(input: MatchInput, rows: readonly RowToMatch[]): Promise<DraftMatch[]> {
  const { db, teamId, format, turns, chosen = [] } = input
  const columns = formatOfDrafts(format)
  const named = await turns.map(rows, ({ cells }) => namedEventOf(cells, columns))
  const keys = named.map(keyOf)
  const byKey = new Map(named.flatMap((event, at) => (keys[at] ? [[keys[at], event] as const] : [])))
  const found = await matchNamedEvents(
    db,
    { teamId, source: format.dialect ?? '' },
    [...byKey].map(([key, event]) => ({ key, named: event })),
    turns,
  )
  const ids = [
    ...rows.flatMap(({ eventId }) => eventId ?? []),
    ...chosen.map((choice) => choice.event_id),
    ...found.flatMap(({ eventId, candidates }) =>
      [eventId ?? [], candidates.map((each) => each.eventId)].flat(),
    ),
  ]
  const events = await readDraftEvents(db, [...new Set(ids)])
  const matches = new Map<string, DraftMatch>()
  let lookups = 0
  for (const { key, eventId, candidates } of found) {
    const event = eventId === null ? undefined : events.get(eventId)
    const likely = candidates.flatMap((each) => events.get(each.eventId) ?? [])
    const named = byKey.get(key)
    if (event) matches.set(key, { ...noEvent('', key), event, problem: null })
    else if (likely.length > 0)
      matches.set(key, {
        ...noEvent('is not known by this name and date. Choose one', key),
        candidates: likely,
      })
    else if (named && lookups < maxLookups) {
      lookups += 1
      matches.set(key, await matchByWords(input, named, key))
    } else matches.set(key, noEvent('is not known by this name and date', key))
  }
  return rows.map(({ eventId }, at) => {
    const key = keys[at] ?? ''
    const match = matches.get(key) ?? noEvent('is missing', key)
    const own = eventId ?? chosen.findLast((choice) => choice.key === key && key !== '')?.event_id
    const event = own === undefined ? undefined : events.get(own)
    return event ? { ...match, event, note: null, problem: null } : match
  })
}

/** "Arsenal Spurs" with or without a date, as it is typed in a line. */
async function matchByWords(
  { db, names, now, format, turns }: MatchInput,
  named: NamedEvent,
  key: string,
): Promise<DraftMatch> {
  const text = [named.name, named.venue].filter(Boolean).join(' ')
  const { event } = await turns.run(() =>
    understandListing(text, {
      today: now.toISOString().slice(0, 10),
      names,
      currency: format.currency,
    }),
  )
  const days = named.day === null ? event.days : [{ start: named.day, end: named.day }]
  const match = await matchHints(db, { ...event, days, time: named.time ?? event.time, key }, now)
  return event.names.length === 0 ? noEvent(`“${named.name}” is not known`, key) : match
}

function namedEventOf(cells: DraftCells, columns: RowFormat): NamedEvent {
  const reader = toReader(
    {
      get: (field) => (cells[field] ?? '').trim(),
      columnOf: (field) => field,
      meaningOf: (field) => columns.columns[field],
    },
    columns,
    [],
    [],
  )
  return readEventName(reader)
}

const keyOf = (event: NamedEvent) =>
  event.id === null && event.foreignId === null && event.name === '' ? '' : eventKeyOf(event)

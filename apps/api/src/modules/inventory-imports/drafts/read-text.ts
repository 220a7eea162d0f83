import { maxDraftLines, type DraftFormat, type WireTextDraft } from '@terrace/contracts/inventory-drafts'
import type { NameIndex } from '@terrace/domain/search/name-index'
import { isTimeZone, toLocal } from '@terrace/domain/time/time-zones'
import type { Db } from '#api/db/client.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import { eventKey } from '../quick-text/find-event.ts'
import type { EventHints, QuickLine } from '../quick-text/quick-line.ts'
import { understandListing } from '../quick-text/understand-listing.ts'
import { presentTextDraft } from './drafts.presenter.ts'
import { matchHints, noEvent, type DraftMatch } from './match-text.ts'
import { readRememberedTexts } from './remember-event.ts'
import { planDrafts } from './plan-drafts.ts'
import { readDraftEvents } from './text-events.repo.ts'

export interface DraftDeps {
  db: Db
  clock: Clock
  /** Every name of the catalogue, with nicknames. */
  names: { current(): Promise<NameIndex> }
}

export interface DraftReader {
  teamId: string
  currency: string
  turns: WorkTurns
}

interface TextInput {
  text: string
  locale?: string | undefined
  timezone?: string | undefined
  chosen: readonly { key: string; event_id: number }[]
}

/** Reads typed lines as listings. A line without an event is for the event of the line above. */
export async function readText(
  { db, clock, names }: DraftDeps,
  { teamId, currency, turns }: DraftReader,
  { text, locale, timezone = 'UTC', chosen }: TextInput,
): Promise<{ format: DraftFormat; drafts: WireTextDraft[]; left_out: number }> {
  if (!isTimeZone(timezone)) throw invalidInput({ timezone: ['must be a time zone such as Europe/London'] })
  const now = clock.now()
  const today = (toLocal(now, timezone) ?? '').slice(0, 10)
  const typed = text.split(/\r\n|\r|\n/).map((line, index) => ({ line, number: index + 1 }))
  const lines = typed.filter(({ line }) => line.trim() !== '')
  const index = await names.current()
  const understood = await turns.map(lines.slice(0, maxDraftLines), ({ line, number }) => ({
    number,
    quick: understandListing(line, { today, locale, names: index, currency }),
  }))
  const hints = carryOver(understood.map(({ quick }) => quick))
  const matches = await matchAll({ db, now, teamId }, hints, chosen)
  const format: DraftFormat = {
    dialect: null,
    currency,
    date_order: 'ymd',
    decimal: 'point',
    minor_fields: [],
  }
  const planned = await planDrafts(
    { db, now, teamId, turns },
    format,
    understood.map(({ quick }, at) => ({
      ...quick,
      match: matchOfLine(quick, hints[at], matches),
      words: quick.unread.map((word) => word.text),
    })),
  )
  const drafts = planned.flatMap((draft, at) => {
    const line = understood[at]
    if (!line) return []
    const quick = withBlock(line.quick, draft.usedWords, draft.cells.section)
    return [presentTextDraft(quick, line.number, draft, isHeading(quick))]
  })
  return { format, drafts, left_out: Math.max(0, lines.length - maxDraftLines) }
}

/** Only an event: it is for the lines below. */
const isHeading = ({ event, cells }: QuickLine) => event.key !== '' && Object.keys(cells).length === 0

/** Hints of each line with those of the line above, where it has none of its own. */
function carryOver(lines: readonly QuickLine[]): EventHints[] {
  let above: EventHints | undefined
  return lines.map(({ event }) => {
    const isOther = event.names.length === 0 && above !== undefined
    const merged: EventHints =
      isOther && above
        ? event.days.length === 0 && event.time === null
          ? { ...above, words: event.words }
          : { ...above, days: event.days, time: event.time, words: event.words }
        : event
    const hints = { ...merged, key: eventKey(merged) }
    if (hints.names.length > 0) above = hints
    return hints
  })
}

async function matchAll(
  { db, now, teamId }: { db: Db; now: Date; teamId: string },
  hints: readonly EventHints[],
  chosen: TextInput['chosen'],
): Promise<Map<string, DraftMatch>> {
  const byKey = new Map(hints.map((each) => [each.key, each]))
  const remembered = await readRememberedTexts(db, teamId, [...byKey.keys()])
  const events = await readDraftEvents(db, [
    ...new Set([...chosen.map((choice) => choice.event_id), ...remembered.values()]),
  ])
  const found = new Map<string, DraftMatch>()
  for (const [key, each] of byKey) {
    const match = await matchHints(db, each, now)
    const own = events.get(chosen.findLast((choice) => choice.key === key)?.event_id ?? -1)
    // A name without a day may mean another event once this one is over.
    const known = events.get(remembered.get(key) ?? -1)
    const event = own ?? (known && known.startsAt > now ? known : undefined)
    const others = [...(match.event ? [match.event] : []), ...match.candidates]
    found.set(
      key,
      event
        ? {
            key,
            event,
            note: own ? null : 'As you chose before',
            problem: null,
            candidates: others.filter(({ id }) => id !== event.id),
          }
        : match,
    )
  }
  return found
}

function matchOfLine(
  { event }: QuickLine,
  hints: EventHints | undefined,
  matches: ReadonlyMap<string, DraftMatch>,
): DraftMatch {
  const match = matches.get(hints?.key ?? '') ?? noEvent('is missing')
  const isCarried = event.names.length === 0 && hints !== undefined && hints.names.length > 0
  return isCarried && match.event ? { ...match, note: 'As in the line above' } : match
}

/** The line with the words that turned out to be its block. */
function withBlock(line: QuickLine, words: readonly string[], section: string | undefined): QuickLine {
  if (words.length === 0 || section === undefined) return line
  const first = line.unread.findIndex((_, at) =>
    words.every((word, offset) => line.unread[at + offset]?.text === word),
  )
  const used = line.unread.slice(first, first + words.length)
  return {
    ...line,
    parts: line.parts.map((part) =>
      used.some(({ from }) => from === part.from) ? { ...part, field: 'section', label: section } : part,
    ),
  }
}

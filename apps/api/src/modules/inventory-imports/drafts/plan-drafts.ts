import type { DraftCells, DraftFormat } from '@terrace/contracts/inventory-drafts'
import { inventorySettings, type InventorySettings } from '@terrace/contracts/inventory-profiles'
import { deliveryLabel } from '@terrace/domain/tickets/delivery-types'
import { formatDate } from '@terrace/domain/time/dates'
import type { Db } from '#api/db/client.ts'
import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import { findSharedSeats, type ListingValues } from '#api/modules/supply/index.ts'
import { planRow } from '../planning/plan-row.ts'
import { createSaleEvents, type SaleEvent } from '../planning/sale-event.ts'
import type { InventoryRow } from '../reading/inventory-row.ts'
import { draftRowReader } from './draft-rows.ts'
import { fieldOfColumn, fieldOfPlan, fieldOfWarning, plainProblem } from './draft-messages.ts'
import type { DraftMessage, DraftToPlan, PlannedDraft } from './draft.ts'
import { seatsWantedBy, sharedSeatsText } from '../planning/warn-of-shared-seats.ts'
import { findConflicts } from './find-conflicts.ts'

interface PlanDeps {
  db: Db
  now: Date
  teamId: string
  turns: WorkTurns
}

/** What each draft would add, or what is missing: read and planned by the rules for rows of a file. */
export async function planDrafts(
  { db, now, teamId, turns }: PlanDeps,
  format: DraftFormat,
  drafts: readonly DraftToPlan[],
): Promise<PlannedDraft[]> {
  const events = createSaleEvents()
  await events.load(
    db,
    drafts.map(({ match }) => match.event?.id ?? null),
  )
  const settings = inventorySettings.parse({
    dialect: null,
    mode: 'by_id',
    currency: format.currency,
    date_order: format.date_order,
  })
  const completed = await turns.map(drafts, (draft) => complete(draft, eventOf(events, draft), now))
  const readRow = draftRowReader(format)
  const planned = await turns.map(completed, (draft, index): PlannedDraft => {
    const { match, cells, usedWords } = draft
    const read = readRow({ cells, eventId: match.event?.id ?? null }, index)
    const event = eventOf(events, draft)
    const base = { cells, match, usedWords, externalId: cells.external_id?.trim() || null, values: null }
    const notices = [...(draft.notices ?? [])]
    const problems: DraftMessage[] = event
      ? []
      : [{ field: 'event', message: match.problem ?? 'is not on sale here any more' }]
    if ('problems' in read) {
      const found = read.problems.filter(({ column }) => !column.includes('event'))
      const messages = found.map(({ column, message }) => ({
        field: fieldOfColumn(column),
        message: plainProblem(message),
      }))
      return { ...base, problems: [...problems, ...messages], notices }
    }
    notices.push(...read.warnings.map(({ code, message }) => ({ field: fieldOfWarning(code), message })))
    if (!event) return { ...base, problems, notices }
    const plan = planRow({ row: read.row, event, settings, stored: undefined, heldAndSold: undefined, now })
    if (plan.kind === 'invalid')
      return {
        ...base,
        problems: [{ field: fieldOfPlan(plan.code), message: plainProblem(plan.message) }],
        notices,
      }
    if (plan.kind !== 'new') throw new Error(`a draft cannot be ${plan.kind}`)
    notices.push(...plan.warnings.map(({ code, message }) => ({ field: fieldOfWarning(code), message })))
    notices.push(...assumptions(cells, read.row, plan.values, settings))
    return { ...base, problems, notices, values: plan.values }
  })
  const conflicts = await findConflicts({ db, teamId, turns }, planned)
  const shared = await findSharedSeats(
    db,
    teamId,
    planned.flatMap(({ values }, index) => (values ? seatsWantedBy(String(index), values) : [])),
  )
  return planned.map((draft, index) => {
    const conflict = conflicts.get(index)
    if (conflict) return { ...draft, problems: [...draft.problems, conflict], values: null }
    const seats = shared.get(String(index))
    if (!seats) return draft
    return { ...draft, notices: [...draft.notices, { field: 'seats', message: sharedSeatsText(seats) }] }
  })
}

const eventOf = (events: ReturnType<typeof createSaleEvents>, { match }: Pick<DraftToPlan, 'match'>) =>
  match.event ? events.get(match.event.id) : undefined

/** What depends on the event: the day for "two days before", and a block that only its plan knows. */
function complete(draft: DraftToPlan, event: SaleEvent | undefined, now: Date) {
  const cells = { ...draft.cells }
  const { inHandDaysBefore: days } = draft
  if (event && days !== null && days !== undefined && cells.in_hand_date === undefined) {
    const day = new Date(`${event.localDay}T00:00:00Z`)
    day.setUTCDate(day.getUTCDate() - days)
    const before = day.toISOString().slice(0, 10)
    cells.in_hand_date = before < event.todayAt(now) ? event.todayAt(now) : before
  }
  const block = event && !cells.section ? blockOf(draft.words ?? [], event) : undefined
  if (block) cells.section = block.name
  return { ...draft, cells, usedWords: block?.words ?? [] }
}

/** The longest run of words that is a block of the event. */
function blockOf(
  words: readonly string[],
  event: SaleEvent,
): { name: string; words: readonly string[] } | undefined {
  for (let length = Math.min(words.length, 4); length > 0; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const run = words.slice(from, from + length)
      const block = event.findBlock(run.join(' '))
      if (!('problem' in block)) return { name: block.name, words: run }
    }
  }
  return undefined
}

/** What buyers will see although the draft does not say it. */
function assumptions(
  cells: DraftCells,
  row: InventoryRow,
  values: ListingValues,
  { defaults }: InventorySettings,
): DraftMessage[] {
  const found: DraftMessage[] = []
  if (row.delivery === null)
    found.push({ field: 'delivery', message: `not said, so ${deliveryLabel(values.ticket_type)}` })
  if (row.inHand === null)
    found.push({
      field: 'in_hand_date',
      message: `not said, so ${formatDate(values.in_hand_date) ?? values.in_hand_date}, up to ${defaults.in_hand_days_before} days before the event`,
    })
  if (!cells.row && !row.generalAdmission) found.push({ field: 'row', message: 'not said' })
  return found
}

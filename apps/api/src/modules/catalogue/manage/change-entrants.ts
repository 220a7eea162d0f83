import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { readCompetitions } from '../competitions/read-competitions.ts'
import { enterPerformer, linkEntrants, nextPosition, withdrawPerformer } from '../performers/entries.repo.ts'
import { requireEntry } from './change-entries.ts'
import { recordChange, type ManageContext } from './record-change.ts'

interface EntrantChange {
  /** Slug of the performer. */
  performer: string
  /** `formula-1/2027` */
  season: string
}

type EntrantContext = ManageContext & { clock: Clock }

/**
 * Enters a performer for a season, so that it takes part in each of its events; returns whether it was not entered.
 * @throws `input.invalid` when the performer or the competition does not exist
 */
export async function enterForSeason(context: EntrantContext, change: EntrantChange): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const season = await seasonOf(tx, change.season)
    const { id } = await requireEntry(tx, 'performer', change.performer)
    const position = await nextPosition(tx, season)
    if (!(await enterPerformer(tx, { ...season, performerId: id, position, isKept: true }))) return false
    await linkEntrants(tx, season, context.clock.now())
    await recordEntry(tx, context, 'enter', change)
    return true
  })
}

/**
 * Withdraws a performer from a season: it no longer takes part in the events to come. Returns whether it was entered.
 * @throws `input.invalid` when the performer or the competition does not exist
 */
export async function withdrawFromSeason(context: EntrantContext, change: EntrantChange): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const season = await seasonOf(tx, change.season)
    const { id } = await requireEntry(tx, 'performer', change.performer)
    if (!(await withdrawPerformer(tx, { ...season, performerId: id }, context.clock.now()))) return false
    await recordEntry(tx, context, 'withdraw', change)
    return true
  })
}

async function recordEntry(
  tx: Tx,
  context: EntrantContext,
  action: string,
  { performer, season }: EntrantChange,
): Promise<void> {
  await recordChange(tx, context, { action, what: 'performer', subject: `${performer} ${season}` })
}

/** A season may have an entry list before it has events. */
async function seasonOf(tx: Tx, text: string): Promise<{ categoryId: number; season: string }> {
  const [slug = '', season = '', ...rest] = text.split('/')
  const competitions = await readCompetitions(tx)
  const competition = competitions.find([slug])
  if (competition?.slug !== slug || rest.length > 0)
    throw invalidInput({ season: [`must be a competition and a season, such as formula-1/2027`] })
  const isBoth = competition.seasonNaming === 'both years'
  if (!(isBoth ? /^\d{4}-\d\d$/ : /^\d{4}$/).test(season))
    throw invalidInput({
      season: [`seasons of ${competition.name} are named like ${isBoth ? '2026-27' : '2026'}`],
    })
  return { categoryId: competition.categoryId, season }
}

import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { AppError, invalidInput } from '#api/shared/app-error.ts'
import { finishImport } from './import-file.ts'
import { competitionAmong, knownCompetitions } from './importers/competitions.ts'
import { lockFeeds, putLinks, readEventKey } from './importers/feeds.repo.ts'
import type { ImportContext } from './importers/import-report.ts'
import type { Missing } from './importers/match-names.ts'
import { openPerformerBook } from './importers/performer-book.ts'
import {
  dismiss,
  findUnmatched,
  listByStatus,
  putUnmatched,
  reopenUnmatched,
  type Unmatched,
} from './importers/unmatched.repo.ts'
import { matchKey } from './match-key.ts'
import { addEventAlias, addPerformerAlias, addVenueAlias, findBySlug } from './names.repo.ts'
import { retryUnmatched, type Retried } from './retry-unmatched.ts'

export type Decision = {
  /** The waiting row. */
  id: number
  /** Which of its names is meant, where several wait. */
  name?: string | undefined
} & (
  | { is: 'event'; eventId: number }
  | { is: 'team' | 'artist' | 'venue'; slug: string }
  | { is: 'category'; slug: string }
  | { is: 'new' }
)

export interface Decided extends Retried {
  /** What was decided, in words. */
  told: string
  /** The row itself has found its place. */
  isLoaded: boolean
}

/** What waits for an operator, or what was dismissed, in the order in which it came. */
export async function listUnmatched(
  { db }: Pick<ImportContext, 'db'>,
  status: 'waiting' | 'dismissed',
): Promise<Unmatched[]> {
  return listByStatus(db, status)
}

/** Takes a row off the list for good: its source may repeat it. Throws `unmatched.not_found`. */
export async function dismissUnmatched({ db }: Pick<ImportContext, 'db'>, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await dismiss(tx, id))) throw notWaiting(id)
  })
}

/**
 * Decides what a name of a waiting row means, for this row and for all to come: it is written down as another name of
 * ours, then everything that waits is tried again. Throws `unmatched.not_found`, and `input.invalid` when the decision cannot be carried out.
 */
export async function matchUnmatched(context: ImportContext, decision: Decision): Promise<Decided> {
  const told = await inTransaction(context.db, async (tx) => {
    await lockFeeds(tx)
    const row = await findUnmatched(tx, decision.id)
    if (!row || row.status === 'loaded') throw notWaiting(decision.id)
    await reopenUnmatched(tx, row.id)
    return carryOut(tx, row, decision)
  })
  const retried = await retryUnmatched(context)
  await finishImport(context)
  const row = await findUnmatched(context.db, decision.id)
  return { ...retried, told, isLoaded: row?.status === 'loaded' }
}

function notWaiting(id: number): AppError {
  return new AppError('unmatched.not_found', { status: 404, title: `Nothing waits under number ${id}` })
}

async function carryOut(tx: Tx, row: Unmatched, decision: Decision): Promise<string> {
  switch (decision.is) {
    case 'event':
      return isEvent(tx, row, decision.eventId)
    case 'category':
      return isOfCategory(tx, row, decision.slug)
    case 'new':
      return isNew(tx, row)
    default:
      return isCalled(tx, row, decision)
  }
}

async function isEvent(tx: Tx, { entry }: Unmatched, eventId: number): Promise<string> {
  const event = await readEventKey(tx, eventId)
  if (!event) throw invalidInput({ event: [`there is no event ${eventId}`] })
  // As if the source had said nothing yet: what it says now is news.
  const said = { version: null, status: null, title: '', moment: '', text: '' }
  await putLinks(tx, [{ event: entry, eventId, said }])
  const competition = competitionAmong([event.competition])
  const comesAgain = entry.teams === null && competition !== undefined && competition.scope !== 'artist'
  if (comesAgain && competition.titleStyle === 'own') {
    await addEventAlias(tx, { competition: event.competition, key: matchKey(entry.title), eventId })
  }
  return `"${entry.title}" is event ${eventId}`
}

async function isOfCategory(tx: Tx, row: Unmatched, slug: string): Promise<string> {
  const competition = competitionAmong([slug])
  if (competition?.slug !== slug) throw invalidInput({ category: [`must be one of ${knownCompetitions()}`] })
  const entry = { ...row.entry, categories: [slug, ...row.entry.categories] }
  await putUnmatched(tx, { ...row, entry })
  return `"${row.entry.title}" belongs to ${competition.name}`
}

async function isNew(tx: Tx, row: Unmatched): Promise<string> {
  const unknown = row.missing.find(({ what }) => what === 'team' || what === 'venue')
  if (unknown) {
    const kind = unknown.what === 'team' ? 'clubs' : 'venues'
    throw invalidInput({ new: [`${unknown.name} must be imported first: npm run import -- ${kind} <file>`] })
  }
  const artists = row.missing.filter(({ what }) => what === 'artist').map(({ name }) => name)
  const book = await openPerformerBook(tx, ['artist'])
  for (const name of artists) {
    await book.ensure(tx, { scope: 'artist', kind: 'artist', countryCode: null, name, aliases: [] })
  }
  if (row.missing.some(({ what }) => what === 'event'))
    await putUnmatched(tx, { ...row, entry: { ...row.entry, isDeclaredNew: true } })
  return artists.length > 0 ? `new: ${artists.join(', ')}` : `"${row.entry.title}" is an event of its own`
}

async function isCalled(
  tx: Tx,
  row: Unmatched,
  { is, slug, name }: Extract<Decision, { is: 'team' | 'artist' | 'venue' }>,
): Promise<string> {
  const waiting = nameOf(row, is, name)
  const found = await findBySlug(tx, is === 'venue' ? 'venues' : 'performers', slug)
  if (!found) throw invalidInput({ [is]: [`there is no ${is} at the address "${slug}"`] })
  const venueName = row.entry.venue?.name ?? ''
  const called = is === 'venue' ? venueName : waiting.name
  if (called === '') throw invalidInput({ venue: ['the source names no place: say which event it is'] })
  const owner =
    is === 'venue'
      ? await addVenueAlias(tx, {
          venueId: found.id,
          key: matchKey(called),
          places: row.entry.venue?.places ?? [],
        })
      : await addPerformerAlias(tx, {
          performerId: found.id,
          key: matchKey(called),
          isArtist: is === 'artist',
        })
  if (owner !== null) throw invalidInput({ [is]: [`"${called}" is ${owner} already`] })
  return `"${called}" is ${found.name} from now on`
}

function nameOf({ missing }: Unmatched, what: Missing['what'], name: string | undefined): Missing {
  const all = missing.filter((one) => one.what === what)
  const [found, ...others] = name === undefined ? all : all.filter((one) => one.name === name)
  if (found && others.length === 0) return found
  const names = all.map((one) => `"${one.name}"`).join(', ')
  if (all.length === 0) throw invalidInput({ [what]: [`no ${what} is missing in this row`] })
  throw invalidInput({ name: [`say which one: --name ${names}`] })
}

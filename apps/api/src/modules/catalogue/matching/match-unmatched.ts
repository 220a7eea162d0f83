import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { AppError, invalidInput } from '#api/shared/app-error.ts'
import { finishImport } from '../importers/import-file.ts'
import { artistScope } from '../competitions/competition.ts'
import { readCompetitions } from '../competitions/read-competitions.ts'
import { lockEventSources, saveLinks, readEventKey } from '../importers/event-sources/event-sources.repo.ts'
import type { ImportContext } from '../importers/import-report.ts'
import type { Missing } from '../importers/event-sources/match-names.ts'
import { openPerformerLookup } from '../importers/reference/performer-lookup.ts'
import {
  dismiss,
  findUnmatched,
  listByStatus,
  saveUnmatched,
  reopenUnmatched,
  type Unmatched,
} from '../importers/event-sources/unmatched.repo.ts'
import { matchKey } from './match-key.ts'
import { addEventAlias, addPerformerAlias, addVenueAlias, findBySlug } from './aliases.repo.ts'
import { retryUnmatched, type RetryResult } from './retry-unmatched.ts'

export type Decision = {
  /** Id of the unmatched row. */
  id: number
  /** Which missing name to match; required when the row has several. */
  name?: string | undefined
} & (
  | { is: 'event'; eventId: number }
  | { is: 'team' | 'artist' | 'venue'; slug: string }
  | { is: 'category'; slug: string }
  | { is: 'new' }
)

export interface DecisionResult extends RetryResult {
  summary: string
  isLoaded: boolean
}

/** Rows in the order in which they were imported. */
export async function listUnmatched(
  { db }: Pick<ImportContext, 'db'>,
  status: 'waiting' | 'dismissed',
): Promise<Unmatched[]> {
  return listByStatus(db, status)
}

/**
 * Removes a row from the list, even when its source repeats it.
 * @throws `unmatched.not_found`
 */
export async function dismissUnmatched({ db }: Pick<ImportContext, 'db'>, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await dismiss(tx, id))) throw notWaiting(id)
  })
}

/**
 * Applies the operator's decision about a waiting row. Saves the name as an alias, then retries every waiting row.
 * @throws `unmatched.not_found`; `input.invalid` when the decision cannot be applied
 */
export async function matchUnmatched(context: ImportContext, decision: Decision): Promise<DecisionResult> {
  const summary = await inTransaction(context.db, async (tx) => {
    await lockEventSources(tx)
    const row = await findUnmatched(tx, decision.id)
    if (!row || row.status === 'loaded') throw notWaiting(decision.id)
    await reopenUnmatched(tx, row.id)
    return applyDecision(tx, row, decision)
  })
  const retried = await retryUnmatched(context)
  await finishImport(context)
  const row = await findUnmatched(context.db, decision.id)
  return { ...retried, summary, isLoaded: row?.status === 'loaded' }
}

function notWaiting(id: number): AppError {
  return new AppError('unmatched.not_found', { status: 404, title: `No unmatched row has the number ${id}` })
}

async function applyDecision(tx: Tx, row: Unmatched, decision: Decision): Promise<string> {
  switch (decision.is) {
    case 'event':
      return matchToEvent(tx, row, decision.eventId)
    case 'category':
      return assignCategory(tx, row, decision.slug)
    case 'new':
      return declareNew(tx, row)
    default:
      return addAlias(tx, row, decision)
  }
}

async function matchToEvent(tx: Tx, { entry }: Unmatched, eventId: number): Promise<string> {
  const event = await readEventKey(tx, eventId)
  if (!event) throw invalidInput({ event: [`there is no event ${eventId}`] })
  // An empty claim makes everything that the source states count as a change.
  const claim = { version: null, status: null, title: '', timeKey: '', text: '' }
  await saveLinks(tx, [{ event: entry, eventId, claim }])
  const competition = (await readCompetitions(tx)).find([event.competition])
  const isRecurring = entry.teams === null && competition !== undefined && competition.scope !== artistScope
  if (isRecurring && competition.titleStyle === 'own') {
    await addEventAlias(tx, { competition: event.competition, key: matchKey(entry.title), eventId })
  }
  return `"${entry.title}" is event ${eventId}`
}

async function assignCategory(tx: Tx, row: Unmatched, slug: string): Promise<string> {
  const competitions = await readCompetitions(tx)
  const competition = competitions.find([slug])
  if (competition?.slug !== slug)
    throw invalidInput({ category: [`must be one of ${competitions.slugs.join(', ')}`] })
  const entry = { ...row.entry, categories: [slug, ...row.entry.categories] }
  await saveUnmatched(tx, { ...row, entry })
  return `"${row.entry.title}" now belongs to ${competition.name}`
}

async function declareNew(tx: Tx, row: Unmatched): Promise<string> {
  const missingReference = row.missing.find(({ what }) => what === 'team' || what === 'venue')
  if (missingReference) {
    const kind = missingReference.what === 'team' ? 'clubs' : 'venues'
    throw invalidInput({
      new: [`${missingReference.name} must be imported first: npm run import -- ${kind} <file>`],
    })
  }
  const artists = row.missing.filter(({ what }) => what === 'artist').map(({ name }) => name)
  const performerLookup = await openPerformerLookup(tx, [artistScope])
  for (const name of artists) {
    await performerLookup.ensure(tx, {
      scope: artistScope,
      kind: 'artist',
      countryCode: null,
      name,
      aliases: [],
    })
  }
  if (row.missing.some(({ what }) => what === 'event'))
    await saveUnmatched(tx, { ...row, entry: { ...row.entry, isDeclaredNew: true } })
  return artists.length > 0 ? `new: ${artists.join(', ')}` : `"${row.entry.title}" is a new event`
}

async function addAlias(
  tx: Tx,
  row: Unmatched,
  { is, slug, name }: Extract<Decision, { is: 'team' | 'artist' | 'venue' }>,
): Promise<string> {
  const waiting = nameOf(row, is, name)
  const found = await findBySlug(tx, is === 'venue' ? 'venues' : 'performers', slug)
  if (!found) throw invalidInput({ [is]: [`there is no ${is} with the slug "${slug}"`] })
  const venueName = row.entry.venue?.name ?? ''
  const externalName = is === 'venue' ? venueName : waiting.name
  if (externalName === '')
    throw invalidInput({ venue: ['the source has no venue; match the row to an event instead'] })
  const owner =
    is === 'venue'
      ? await addVenueAlias(tx, {
          venueId: found.id,
          key: matchKey(externalName),
          places: row.entry.venue?.places ?? [],
        })
      : await addPerformerAlias(tx, {
          performerId: found.id,
          key: matchKey(externalName),
          isArtist: is === 'artist',
        })
  if (owner !== null) throw invalidInput({ [is]: [`"${externalName}" already means ${owner}`] })
  return `"${externalName}" now means ${found.name}`
}

function nameOf({ missing }: Unmatched, what: Missing['what'], name: string | undefined): Missing {
  const all = missing.filter((one) => one.what === what)
  const [found, ...others] = name === undefined ? all : all.filter((one) => one.name === name)
  if (found && others.length === 0) return found
  const names = all.map((one) => `"${one.name}"`).join(', ')
  if (all.length === 0) throw invalidInput({ [what]: [`the row has no missing ${what}`] })
  throw invalidInput({ name: [`choose one: --name ${names}`] })
}

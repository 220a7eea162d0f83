import { hash53 } from '@terrace/domain/text/short-hash'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { artistScope, type Competition } from '../competitions/competition.ts'
import type { Competitions } from '../competitions/competition-lookup.ts'
import { readCompetitions } from '../competitions/read-competitions.ts'
import { readEventTitles } from '../competitions/read-event-titles.ts'
import { batchesOf } from '../importers/import-report.ts'
import { preferredSpelling, spellingNote } from '../importers/unify-spellings.ts'
import { openLookups, type Lookups } from '../importers/event-sources/source-lookups.ts'
import { openStagedCandidates, type StagedCandidates } from '../importers/event-sources/staged-candidates.ts'
import { matchKey } from '../matching/match-key.ts'
import { openCatalogueNames, type CatalogueNames } from './catalogue-names.ts'
import { commitPages, openCommitPace } from './commit-pace.ts'
import type { SeasonRow } from './event-values.ts'
import { saveAdded } from './import-runs.repo.ts'
import { insertArtists, renameArtists } from './names.repo.ts'
import { openSeenRows, type SeenRows } from './decide/seen-rows.ts'
import { openStoredBatch, type StoredBatch } from './decide/stored-batch.ts'
import { findSeason, insertSeason } from './stored-events.repo.ts'

/** What a run knows while it goes through its rows. */
export interface Staging {
  db: Db
  runId: number
  kind: string
  isDryRun: boolean
  now: Date
  competitions: Competitions
  names: CatalogueNames
  lookups: Lookups
  candidates: StagedCandidates
  titleOf: (competition: string, name: string) => string | undefined
  seen: SeenRows
  stored: StoredBatch
  /** Ids of inserted events. Until it is written, an event has a provisional id: that of −3 becomes `inserted[3]`. */
  inserted: number[]
  /** How many stored events the run changes so far, and how many it may. */
  changes: number
  maxChanges: number
  /** Spellings of artists that the run adds, by key, of at most `maxTrackedArtists`: a misspelt one looks new. */
  newArtists: Map<string, Set<string>>
  seasons: Map<string, SeasonRow>
  /** Seasons of which the file has whole rows, and not only changes. */
  coveredSeasonIds: Set<number>
  position: number
  newCount: number
}

export async function openStaging(
  db: Db,
  run: Pick<Staging, 'runId' | 'kind' | 'isDryRun' | 'now' | 'maxChanges'>,
): Promise<Staging> {
  const competitions = await readCompetitions(db)
  const names = openCatalogueNames()
  const candidates = openStagedCandidates()
  const titleOf = await readEventTitles(db)
  return {
    db,
    ...run,
    competitions,
    names,
    candidates,
    lookups: openLookups(db, { runId: run.runId, names, competitions, staged: candidates, titleOf }),
    titleOf,
    seen: openSeenRows(),
    stored: openStoredBatch(),
    inserted: [0],
    changes: 0,
    newArtists: new Map(),
    seasons: new Map(),
    coveredSeasonIds: new Set(),
    position: 0,
    newCount: 0,
  }
}

/** The season, added if it is new. It is deleted again when the run is discarded, as every dry run is. */
export async function seasonFor(
  staging: Staging,
  competition: Competition,
  name: string,
): Promise<SeasonRow> {
  const key = `${competition.categoryId}/${name}`
  const season =
    staging.seasons.get(key) ??
    (await findSeason(staging.db, competition.categoryId, name)) ??
    (await addSeason(staging, competition.categoryId, name))
  staging.seasons.set(key, season)
  return season
}

async function addSeason(staging: Staging, categoryId: number, name: string): Promise<SeasonRow> {
  return inTransaction(staging.db, async (tx) => {
    const added = await insertSeason(tx, categoryId, name)
    const season = added ?? (await findSeason(tx, categoryId, name))
    if (!season) throw new Error(`season ${name} was not inserted`)
    if (added) await saveAdded(tx, staging.runId, { seasonIds: [added.id], performerIds: [] })
    return season
  })
}

const maxTrackedArtists = 50_000

/** Adds artists that the catalogue does not know. They are invisible until an event names them. */
export async function addArtists(staging: Staging, names: readonly string[]): Promise<void> {
  const { db, runId } = staging
  const unknown = names.filter(
    (name) => !staging.names.performers(name).some(({ scope }) => scope === artistScope),
  )
  trackSpellings(staging, { names, unknown })
  if (unknown.length === 0 || staging.isDryRun) return
  const left = [...unknown]
  await commitPages(openCommitPace({ first: 100, largest: 1500 }), async (limit) => {
    const page = left.splice(0, limit)
    if (page.length > 0)
      await inTransaction(db, async (tx) => {
        const performerIds = await insertArtists(tx, page)
        await saveAdded(tx, runId, { seasonIds: [], performerIds })
      })
    return page.length
  })
  for (const name of unknown) staging.names.forget(name)
  await staging.names.load(db, { performers: unknown, venues: [] })
}

function trackSpellings(
  { newArtists }: Staging,
  { names, unknown }: { names: readonly string[]; unknown: readonly string[] },
): void {
  for (const key of new Set(unknown.map(matchKey)))
    if (newArtists.size < maxTrackedArtists) newArtists.set(key, newArtists.get(key) ?? new Set())
  if (newArtists.size > 0) for (const name of names) newArtists.get(matchKey(name))?.add(name)
}

/** Gives new artists their preferred spelling, now that all rows are known. Returns what to report about them. */
export async function unifyArtists({ db, newArtists, isDryRun }: Staging): Promise<string[]> {
  const several = [...newArtists].filter(([, names]) => names.size > 1)
  if (!isDryRun)
    for (const batch of batchesOf(several, 1000))
      await inTransaction(db, (tx) =>
        renameArtists(
          tx,
          batch.map(([key, names]) => ({ key, name: preferredSpelling(names) })),
        ),
      )
  return several.map(([, names]) => spellingNote(names)).toSorted()
}

/** The id with which a dry run compares an artist that it does not add. */
export function imaginedArtist(name: string): number {
  return -1 - hash53(matchKey(name))
}

import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { readCompetitions } from '../competitions/read-competitions.ts'
import { addCompetitionName, addPerformerAlias, addVenueAlias } from '../matching/aliases.repo.ts'
import { artistScope } from '../competitions/competition.ts'
import { matchKey } from '../matching/match-key.ts'
import { findMatches } from './alias-owners.repo.ts'
import {
  deleteAlias,
  deleteEntry,
  insertSeason,
  readEntry,
  readScopes,
  readUses,
  type Entry,
  type EntryKind,
} from './entries.repo.ts'
import { recordChange, type ManageContext } from './record-change.ts'

/**
 * The entry with this slug.
 * @throws `input.invalid`
 */
export async function requireEntry(
  tx: Tx,
  kind: EntryKind,
  slug: string,
  field: string = kind,
): Promise<Entry> {
  const entry = await readEntry(tx, kind, slug)
  if (entry) return entry
  const such = kind === 'season' ? 'formula-1/2026' : 'one of catalogue list'
  throw invalidInput({ [field]: [`there is no ${kind} "${slug}"; give a slug such as ${such}`] })
}

/**
 * Removes an entry to which nothing refers.
 * @throws `input.invalid` saying what refers to it
 */
export async function removeEntry(context: ManageContext, kind: EntryKind, slug: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const entry = await requireEntry(tx, kind, slug)
    const uses = await readUses(tx, kind, entry.id)
    if (uses.length > 0) {
      const text = uses.map(({ what, count }) => `${count} ${plural(what, count)}`).join(' and ')
      throw invalidInput({ [kind]: [`${entry.name} has ${text}; remove or move these first`] })
    }
    await deleteEntry(tx, kind, entry.id)
    await recordChange(tx, context, { action: 'remove', what: kind, subject: slug })
  })
}

function plural(what: string, count: number): string {
  if (count === 1) return what
  return what.endsWith('y') ? `${what.slice(0, -1)}ies` : `${what}s`
}

/**
 * Adds a season to a competition; returns whether it is new.
 * @throws `input.invalid` for a name that does not fit the competition's seasons
 */
export async function addSeason(
  context: ManageContext,
  competition: string,
  season: string | undefined,
): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    await requireEntry(tx, 'competition', competition)
    const { categoryId, name, seasonNaming } = (await readCompetitions(tx)).bySlug(competition)
    const such = seasonNaming === 'both years' ? '2026-27' : '2026'
    const pattern = seasonNaming === 'both years' ? /^\d{4}-\d\d$/ : /^\d{4}$/
    if (season === undefined || !pattern.test(season))
      throw invalidInput({ season: [`seasons of ${name} are named like ${such}`] })
    const isNew = await insertSeason(tx, categoryId, season)
    if (isNew)
      await recordChange(tx, context, { action: 'add', what: 'season', subject: `${competition}/${season}` })
    return isNew
  })
}

export type AliasKind = 'performer' | 'venue' | 'competition'

/**
 * Adds a name that imports match; returns whether it is new.
 * @throws `input.invalid` naming both when the name already means another one
 */
export async function addAlias(
  context: ManageContext,
  { kind, slug, name }: { kind: AliasKind; slug: string; name: string },
): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const { id, name: title } = await requireEntry(tx, kind, slug)
    const key = keyOf(name)
    const before = await findMatches(tx, kind, key)
    if (before.some((match) => match.id === id)) return false
    const other = kind === 'competition' ? before[0]?.name : undefined
    const owner = other ?? (await saveAlias(tx, kind, { id, key }))
    if (owner !== null)
      throw invalidInput({
        name: [
          `"${name}" already means ${owner}, so it cannot mean ${title} as well. If both are one, merge them with catalogue merge`,
        ],
      })
    await recordChange(tx, context, { action: 'add alias', what: kind, subject: slug })
    return true
  })
}

/** Returns the name of the entry that has the alias already. */
async function saveAlias(
  tx: Tx,
  kind: AliasKind,
  { id, key }: { id: number; key: string },
): Promise<string | null> {
  if (kind === 'venue') return addVenueAlias(tx, { venueId: id, key, places: [] })
  if (kind === 'performer') {
    const scopes = await readScopes(tx, id)
    return addPerformerAlias(tx, {
      performerId: id,
      key,
      isArtist: scopes.every((scope) => scope === artistScope),
    })
  }
  await addCompetitionName(tx, id, key)
  return null
}

/** Removes a name that imports match; returns whether it was one. */
export async function removeAlias(
  context: ManageContext,
  { kind, slug, name }: { kind: AliasKind; slug: string; name: string },
): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const { id } = await requireEntry(tx, kind, slug)
    const isRemoved = await deleteAlias(tx, kind, { id, key: keyOf(name) })
    if (isRemoved) await recordChange(tx, context, { action: 'remove alias', what: kind, subject: slug })
    return isRemoved
  })
}

function keyOf(name: string): string {
  if (name.trim() === '') throw invalidInput({ name: ['is empty'] })
  if (name.length > 80) throw invalidInput({ name: ['must have at most 80 characters'] })
  return matchKey(name)
}

import { z } from 'zod'
import { venueKinds } from '@terrace/domain/seating-plan/seating-plan'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { colourPair } from '../competitions/category-art.ts'
import { artistScope, defaultPerformerKind } from '../competitions/competition.ts'
import { readCompetitions } from '../competitions/read-competitions.ts'
import { moveToFreeSlug } from '../importers/free-slug.ts'
import { addVenueAlias } from '../matching/aliases.repo.ts'
import { matchKey } from '../matching/match-key.ts'
import { openPerformerLookup } from '../importers/reference/performer-lookup.ts'
import { openVenueLookup } from '../importers/reference/venue-lookup.ts'
import { venueTexts } from '../importers/reference/venues.ts'
import { performerKinds } from '../proposals/proposal.ts'
import { ensureSeatingPlans } from '../seating-plans/ensure-seating-plans.ts'
import { setColours } from '../performers/performers.repo.ts'
import { requireEntry } from './change-entries.ts'
import { readScopes, renameEntry, updatePerformer, updateVenue } from './entries.repo.ts'
import { nameColumn, parseColumns, type ColumnTexts } from './parse-columns.ts'
import { recordChange, type ManageContext } from './record-change.ts'

const performerColumns = z.strictObject({
  name: nameColumn.optional(),
  competition: z.string().optional(),
  kind: z.enum(performerKinds, { error: `must be one of ${performerKinds.join(', ')}` }).optional(),
  country_code: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code')
    .optional(),
  colours: colourPair.optional(),
})

/**
 * Adds a performer under its competition's namespace, or as an artist; returns the slug.
 * @throws `input.invalid` by column
 */
export async function addPerformer(
  context: ManageContext,
  name: string,
  columns: ColumnTexts,
): Promise<string> {
  const row = parseColumns(performerColumns, { ...columns, name })
  return inTransaction(context.db, async (tx) => {
    const competitions = await readCompetitions(tx)
    const slug = row.competition
    const competition = slug === undefined ? undefined : competitions.find([slug])
    if (slug !== undefined && competition?.slug !== slug)
      throw invalidInput({ competition: [`must be one of ${competitions.slugs.join(', ')}`] })
    if (!competition && row.kind !== 'artist')
      throw invalidInput({
        competition: ['say where it plays, such as --competition nhl, or add --kind artist'],
      })
    const scope = competition?.scope ?? artistScope
    const performers = await openPerformerLookup(tx, [scope])
    const known = performers.find(scope, name)
    if (known) throw invalidInput({ name: [`"${name}" already means ${known.name} (${known.slug})`] })
    await performers.ensure(tx, {
      scope,
      name,
      kind: row.kind ?? defaultPerformerKind(competition ?? { scope, participants: 'single' }),
      countryCode: row.country_code ?? competition?.countryCode ?? null,
      aliases: [],
    })
    const added = performers.find(scope, name)
    if (!added) throw new Error(`${name} was not added`)
    if (row.colours) await setColours(tx, added.id, row.colours)
    await recordChange(tx, context, { action: 'add', what: 'performer', subject: added.slug })
    return added.slug
  })
}

/**
 * Changes the given columns of a performer; a new name moves its page, and the old address redirects.
 * @throws `input.invalid` by column
 */
export async function editPerformer(
  context: ManageContext,
  slug: string,
  columns: ColumnTexts,
): Promise<void> {
  const row = parseColumns(performerColumns.omit({ competition: true }), columns)
  await inTransaction(context.db, async (tx) => {
    const { id, name } = await requireEntry(tx, 'performer', slug)
    await updatePerformer(tx, id, { kind: row.kind, countryCode: row.country_code, colours: row.colours })
    if (row.name !== undefined && row.name !== name) {
      const [scope = artistScope] = await readScopes(tx, id)
      const performers = await openPerformerLookup(tx, [scope])
      const owner = performers.find(scope, row.name)
      if (owner && owner.id !== id)
        throw invalidInput({ name: [`"${row.name}" already means ${owner.name}`] })
      await performers.ensure(
        tx,
        { scope, name: row.name, aliases: [name], kind: 'team', countryCode: null },
        { rename: true },
      )
    }
    await recordChange(tx, context, { action: 'edit', what: 'performer', subject: slug })
  })
}

/**
 * Adds a venue; returns the slug's number.
 * @throws `input.invalid` by column; a venue needs its city, country, time zone, capacity and kind
 */
export async function addVenue(context: ManageContext, name: string, columns: ColumnTexts): Promise<void> {
  const row = parseVenue({ ...columns, venue: name })
  await inTransaction(context.db, async (tx) => {
    const venues = await openVenueLookup(tx)
    const { venue, outcome } = await venues.ensure(tx, { ...row, name, aliases: [], home: null })
    if (outcome !== 'added')
      throw invalidInput({
        name: [`${name} in ${row.city} already exists; change it with catalogue edit venue`],
      })
    await recordChange(tx, context, { action: 'add', what: 'venue', subject: String(venue.id) })
  })
  await ensureSeatingPlans(context.db)
}

/**
 * Changes the given columns of a venue.
 * @throws `input.invalid` by column
 */
export async function editVenue(context: ManageContext, slug: string, columns: ColumnTexts): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const { id, name, details } = await requireEntry(tx, 'venue', slug)
    const text = (column: string) => String(details[column] ?? '')
    const { name: newName = name, ...changes } = columns
    const row = parseVenue({
      city: text('city'),
      country_code: text('country-code'),
      timezone: text('timezone'),
      capacity: text('capacity'),
      kind: text('kind'),
      ...changes,
      venue: newName,
    })
    if (row.timezone !== details['timezone'] && Number(details['events']) > 0)
      throw invalidInput({
        timezone: [`${name} has events, whose local times belong to ${text('timezone')}`],
      })
    await updateVenue(tx, id, row)
    if (newName !== name) await rename(tx, id, newName, row)
    await recordChange(tx, context, { action: 'edit', what: 'venue', subject: slug })
  })
  // A generated plan follows the venue's kind and capacity.
  await ensureSeatingPlans(context.db)
}

async function rename(tx: Tx, id: number, name: string, row: ReturnType<typeof parseVenue>): Promise<void> {
  await renameEntry(tx, 'venue', { id, name })
  await moveToFreeSlug(tx, 'venues', { id, name, qualifier: row.city })
  await addVenueAlias(tx, { venueId: id, key: matchKey(name), places: [] })
}

const needs: readonly (readonly [string, string])[] = [
  ['venue', 'a name'],
  ['city', 'a city'],
  ['country_code', 'a two-letter country code, such as GB'],
  ['timezone', 'a time zone, such as Europe/London'],
  ['capacity', 'a number of seats'],
  ['kind', `a kind: ${venueKinds.join(', ')}`],
]

function parseVenue(texts: ColumnTexts) {
  const missing = needs.filter(([column]) => (texts[column] ?? '') === '')
  if (missing.length > 0)
    throw invalidInput(
      Object.fromEntries(missing.map(([column, need]) => [column, [`a venue needs ${need}`]])),
    )
  const row = parseColumns(venueTexts, { latitude: '', longitude: '', ...texts })
  const { city, kind, timezone, capacity, latitude, longitude } = row
  return { city, kind, timezone, capacity, latitude, longitude, countryCode: row.country_code }
}

import { sql } from 'kysely'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { WriteResult } from '../importers/import-report.ts'
import type { ImportContext } from '../imports/import-context.ts'
import type { ImportWarning, Row } from '../importers/source-rows.ts'
import { matchKey } from '../matching/match-key.ts'
import type { CompetitionRow } from './parse-competitions.ts'

type Outcome = 'added' | 'changed' | 'unchanged'

/** Adds and changes competitions with their sports. A name that already means another competition makes a row bad. */
export async function writeCompetitions(
  { db, onProgress }: ImportContext,
  rows: readonly Row<CompetitionRow>[],
): Promise<WriteResult> {
  return inTransaction(db, async (tx) => {
    const counts = { added: 0, changed: 0, unchanged: 0 }
    const bad: ImportWarning[] = []
    for (const [index, { line, value }] of rows.entries()) {
      const outcome = await writeCompetition(tx, value)
      if (typeof outcome === 'object') bad.push({ line, reason: outcome.problem })
      else counts[outcome] += 1
      onProgress?.(index + 1, rows.length)
    }
    return { counts, bad }
  })
}

/** Skips unchanged categories, because a change makes the search reload all of their events. */
export async function writeCompetition(tx: Tx, row: CompetitionRow): Promise<Outcome | { problem: string }> {
  const keys = [...new Set([row.name, ...row.sourceNames].map(matchKey))].filter((key) => key !== '')
  const problem = (await slugProblem(tx, row)) ?? (await nameProblem(tx, row.slug, keys))
  if (problem !== null) return { problem }
  const parent = await writeSport(tx, row.sport)
  const category = await writeCategory(tx, row, parent)
  const isWritten = await writeProperties(tx, row, category.id)
  const { numAffectedRows } = await sql`
    insert into competition_names (name_key, category_id) select key, ${category.id} from unnest(${keys}::text[]) as key
    on conflict do nothing`.execute(tx)
  if (category.outcome === 'added') return 'added'
  return category.outcome === 'changed' || isWritten || Number(numAffectedRows ?? 0) > 0
    ? 'changed'
    : 'unchanged'
}

/** A sport and a competition share one namespace of slugs. */
async function slugProblem(tx: Tx, { slug, sport }: CompetitionRow): Promise<string | null> {
  if (slug === sport.slug) return `slug: ${slug} is also the sport's slug`
  const { rows } = await sql<{ slug: string }>`
    select slug from categories
    where (slug = ${slug} and kind <> 'competition') or (slug = ${sport.slug} and kind = 'competition')`.execute(
    tx,
  )
  const [taken] = rows
  if (!taken) return null
  return taken.slug === slug ? `slug: ${slug} is a sport or genre` : `sport: ${taken.slug} is a competition`
}

async function nameProblem(tx: Tx, slug: string, keys: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ key: string; name: string }>`
    select n.name_key as key, c.name from competition_names n join categories c on c.id = n.category_id
    where n.name_key = any(${keys}) and c.slug <> ${slug} order by n.name_key`.execute(tx)
  return rows[0] ? `source_names: "${rows[0].key}" already means ${rows[0].name}` : null
}

async function writeSport(
  tx: Tx,
  { slug, name, kind, artPattern }: CompetitionRow['sport'],
): Promise<number> {
  await sql`
    insert into categories (kind, name, slug, art_pattern)
    values (coalesce(${kind}, 'sport'), coalesce(${name}, ${sentenceCase(slug)}), ${slug}, ${artPattern})
    on conflict (slug) do nothing`.execute(tx)
  await sql`
    update categories set name = coalesce(${name}, name), kind = coalesce(${kind}, kind),
      art_pattern = coalesce(${artPattern}, art_pattern)
    where slug = ${slug} and (name, kind, art_pattern)
      is distinct from (coalesce(${name}, name), coalesce(${kind}, kind), coalesce(${artPattern}, art_pattern))`.execute(
    tx,
  )
  const { rows } = await sql<{ id: number }>`select id from categories where slug = ${slug}`.execute(tx)
  return rows[0]?.id ?? 0
}

async function writeCategory(
  tx: Tx,
  { slug, name, position, confirmAheadDays, artPattern, colours, isFeatured }: CompetitionRow,
  parentId: number,
): Promise<{ id: number; outcome: Outcome }> {
  if (isFeatured)
    await sql`update categories set is_featured = false where is_featured and slug <> ${slug}`.execute(tx)
  const { rows: written } = await sql<{ id: number; isNew: boolean }>`
    insert into categories as c (parent_id, kind, name, slug, position, confirm_ahead_days, art_pattern, colours,
      is_featured)
    values (${parentId}, 'competition', ${name}, ${slug}, ${position}::integer, ${confirmAheadDays}::smallint,
      ${artPattern}, ${colours}::text[], ${isFeatured})
    on conflict (slug) do update set parent_id = excluded.parent_id, name = excluded.name,
      position = excluded.position, confirm_ahead_days = excluded.confirm_ahead_days,
      art_pattern = excluded.art_pattern, colours = excluded.colours, is_featured = excluded.is_featured
    where (c.parent_id, c.name, c.position, c.confirm_ahead_days, c.art_pattern, c.colours, c.is_featured)
      is distinct from (excluded.parent_id, excluded.name, excluded.position, excluded.confirm_ahead_days,
        excluded.art_pattern, excluded.colours, excluded.is_featured)
    returning id, xmax = 0 as "isNew"`.execute(tx)
  const [row] = written
  if (row) return { id: row.id, outcome: row.isNew ? 'added' : 'changed' }
  const { rows } = await sql<{ id: number }>`select id from categories where slug = ${slug}`.execute(tx)
  return { id: rows[0]?.id ?? 0, outcome: 'unchanged' }
}

async function writeProperties(tx: Tx, row: CompetitionRow, categoryId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into competitions as c (category_id, performer_scope, country_code, title_style, first_month,
      season_naming, is_named_after_venue, participants, duration_minutes)
    values (${categoryId}, ${row.scope}, ${row.countryCode}, ${row.titleStyle}, ${row.firstMonth}::smallint,
      ${row.seasonNaming}, ${row.isNamedAfterVenue}, ${row.participants}, ${row.durationMinutes}::smallint)
    on conflict (category_id) do update set performer_scope = excluded.performer_scope,
      country_code = excluded.country_code, title_style = excluded.title_style, first_month = excluded.first_month,
      season_naming = excluded.season_naming, is_named_after_venue = excluded.is_named_after_venue,
      participants = excluded.participants, duration_minutes = excluded.duration_minutes
    where c is distinct from excluded`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

/** `ice-hockey` → `Ice hockey`. */
function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ')
}

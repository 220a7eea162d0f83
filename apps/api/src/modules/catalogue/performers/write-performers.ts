import { inTransaction } from '#api/db/transaction.ts'
import type { WriteResult } from '../importers/import-report.ts'
import type { ImportContext } from '../imports/import-context.ts'
import { unifySpellings } from '../importers/unify-spellings.ts'
import { openPerformerLookup } from '../importers/reference/performer-lookup.ts'
import type { ImportWarning, Row } from '../importers/source-rows.ts'
import { enterPerformer, linkEntrants } from './entries.repo.ts'
import type { PerformerRow } from './parse-performers.ts'
import { setColours } from './performers.repo.ts'

/** Adds and changes performers, and enters them for a season. Entrants take part in every event of that season. */
export async function writePerformers(
  { db, clock, onProgress }: ImportContext,
  rows: readonly Row<PerformerRow>[],
): Promise<WriteResult> {
  return inTransaction(db, async (tx) => {
    const counts = { added: 0, changed: 0, unchanged: 0 }
    const bad: ImportWarning[] = []
    const performers = await openPerformerLookup(
      tx,
      rows.map(({ value }) => value.competition.scope),
    )
    const entered = new Map<string, { categoryId: number; season: string }>()
    const unified = unifySpellings(rows, ({ competition }) => competition.scope)
    for (const [index, { line, value }] of unified.rows.entries()) {
      const { competition, kind, name, countryCode, colours, aliases, season } = value
      const { scope, categoryId } = competition
      const outcome = await performers.ensure(tx, { scope, kind, countryCode, name, aliases })
      const performer = performers.find(scope, name)
      if (!performer) throw new Error(`${name} was not added`)
      const hasColours = colours !== null && (await setColours(tx, performer.id, colours))
      const isEntered =
        season !== null &&
        (await enterPerformer(tx, { categoryId, season, performerId: performer.id, position: line }))
      if (season !== null) entered.set(`${categoryId} ${season}`, { categoryId, season })
      counts[outcome === 'unchanged' && (hasColours || isEntered) ? 'changed' : outcome] += 1
      onProgress?.(index + 1, rows.length)
    }
    for (const season of entered.values()) await linkEntrants(tx, season, clock.now())
    return { counts, bad, notes: unified.notes }
  })
}

import { z } from 'zod'
import { slugify } from '@terrace/domain/text/slug'
import { inTransaction } from '#api/db/transaction.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { artPatterns } from '../competitions/category-art.ts'
import { requireEntry } from './change-entries.ts'
import { nameColumn, parseColumns, type ColumnTexts } from './parse-columns.ts'
import { recordChange, type ManageContext } from './record-change.ts'
import { insertSport, updateSport } from './sports.repo.ts'

const sportColumns = z.strictObject({
  name: nameColumn.optional(),
  kind: z.enum(['sport', 'genre'], { error: 'must be sport or genre' }).optional(),
  art_pattern: z.enum(artPatterns, { error: `must be one of ${artPatterns.join(', ')}` }).optional(),
  position: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a whole number from 1 to 999')
    .transform(Number)
    .optional(),
})

/**
 * Adds a sport or genre; returns its slug.
 * @throws `input.invalid` by column, also when the slug is taken
 */
export async function addSport(context: ManageContext, name: string, columns: ColumnTexts): Promise<string> {
  const row = parseColumns(sportColumns, { ...columns, name })
  const slug = slugify(name)
  if (slug === '') throw invalidInput({ name: ['has no letters or digits'] })
  await inTransaction(context.db, async (tx) => {
    if (!(await insertSport(tx, { ...row, slug, name: row.name ?? name })))
      throw invalidInput({ name: [`"${slug}" is already the slug of a sport, genre or competition`] })
    await recordChange(tx, context, { action: 'add', what: 'sport', subject: slug })
  })
  return slug
}

/**
 * Changes the given columns of a sport or genre. Its slug stays, because files name it.
 * @throws `input.invalid` by column
 */
export async function editSport(context: ManageContext, slug: string, columns: ColumnTexts): Promise<void> {
  const row = parseColumns(sportColumns, columns)
  await inTransaction(context.db, async (tx) => {
    const { id } = await requireEntry(tx, 'sport', slug)
    await updateSport(tx, id, row)
    await recordChange(tx, context, { action: 'edit', what: 'sport', subject: slug })
  })
}

import { removeInvisible } from '@terrace/domain/text/visible-text'
import { z } from 'zod'
import { invalidInput } from '#api/shared/app-error.ts'

/** Columns as text; what is missing stays as it is. */
export type ColumnTexts = Readonly<Record<string, string | undefined>>

/** The name of an entry of the catalogue. */
export const nameColumn = z
  .string()
  .overwrite(removeInvisible)
  .trim()
  .min(1, 'is empty')
  .max(80, 'must have at most 80 characters')

/** @throws `input.invalid` by column */
export function parseColumns<Schema extends z.ZodType>(
  schema: Schema,
  columns: ColumnTexts,
): z.output<Schema> {
  const checked = schema.safeParse(columns)
  if (checked.success) return checked.data
  throw invalidInput(
    Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), [message]])),
  )
}

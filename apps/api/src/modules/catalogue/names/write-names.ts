import { inTransaction } from '#api/db/transaction.ts'
import type { ImportContext, WriteResult } from '../importers/import-report.ts'
import type { ImportWarning, Row } from '../importers/source-rows.ts'
import { nameStatements } from './name-statements.ts'
import type { NameRow } from './parse-names.ts'

/** Adds missing names. Rejects rows whose target is unknown. */
export async function writeNames(
  { db, onProgress }: ImportContext,
  rows: readonly Row<NameRow>[],
): Promise<WriteResult> {
  return inTransaction(db, async (tx) => {
    const counts = { added: 0, unchanged: 0 }
    const bad: ImportWarning[] = []
    for (const [index, { line, value }] of rows.entries()) {
      const statements = await nameStatements(tx, value)
      if ('problem' in statements) {
        bad.push({ line, reason: statements.problem })
      } else {
        const { numAffectedRows } = await statements.add.execute(tx)
        counts[Number(numAffectedRows ?? 0) > 0 ? 'added' : 'unchanged'] += 1
      }
      onProgress?.(index + 1, rows.length)
    }
    return { counts, bad }
  })
}

import { formatCount } from '@terrace/domain/tickets/format-count'
import { commitRows } from '../imports/commit-pace.ts'
import type { WriteResult } from '../importers/import-report.ts'
import type { ImportContext } from '../imports/import-context.ts'
import type { ImportWarning, Row } from '../importers/source-rows.ts'
import { withoutContradictions } from './contradictions.ts'
import { maxNicknames, nameStatements } from './name-statements.ts'
import type { NameRow } from './parse-names.ts'

/**
 * Adds missing names in short transactions. Rejects rows whose target is unknown, names to which the file gives several
 * meanings, and all names of an entry for which the file has more than it may have.
 */
export async function writeNames(
  { db, onProgress }: ImportContext,
  rows: readonly Row<NameRow>[],
): Promise<WriteResult> {
  const { clear, bad } = withoutContradictions(rows)
  const { few, bad: crowds } = withoutCrowds(clear)
  bad.push(...crowds)
  const counts = { added: 0, unchanged: 0 }
  await commitRows(db, few, {
    onProgress,
    async write(tx, { line, value }) {
      const statements = await nameStatements(tx, value)
      if ('problem' in statements) {
        bad.push({ line, reason: statements.problem })
        return
      }
      const { numAffectedRows } = await statements.add.execute(tx)
      counts[Number(numAffectedRows ?? 0) > 0 ? 'added' : 'unchanged'] += 1
    },
  })
  return { counts, bad }
}

/** Which of ten thousand nicknames count is not for the order of a file to decide. */
function withoutCrowds(rows: readonly Row<NameRow>[]): { few: Row<NameRow>[]; bad: ImportWarning[] } {
  const few: Row<NameRow>[] = []
  const bad: ImportWarning[] = []
  for (const all of Map.groupBy(rows, ({ value }) => `${value.type}\n${value.of}`).values()) {
    const names = new Set(all.map(({ value }) => value.name))
    const [first] = all
    const isLimited = first !== undefined && ['category', 'performer', 'venue'].includes(first.value.type)
    if (!isLimited || names.size <= maxNicknames) {
      few.push(...all)
      continue
    }
    const line = all[maxNicknames]?.line ?? first.line
    const reason = `of: the file has ${formatCount(names.size)} names of ${first.value.of}, which may have ${maxNicknames}; none of them was added`
    bad.push({ line, reason })
  }
  return { few: few.toSorted((left, right) => left.line - right.line), bad }
}

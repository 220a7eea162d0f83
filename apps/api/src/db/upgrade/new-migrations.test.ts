import { expect, test } from 'vitest'
import { readSqlFiles } from '../sql-files.ts'
import { reviewOf } from './plan-upgrade.ts'
import { runsConcurrently } from './run-concurrently.ts'
import { splitStatements } from './split-statements.ts'
import { risksOfMigration } from './statement-risks.ts'

/** Earlier ones have landed and cannot change; `npm run db:check` says what they lock. */
const firstChecked = '0205'

/* How a migration is written instead is in CONTRIBUTING.md, "How to change the database without stopping". */

test('new migrations neither lock tables for as long as their rows take nor break the previous release, unless reviewed', async () => {
  const migrations = await readSqlFiles(new URL('../', import.meta.url), 'migrations')
  const risks = migrations
    .filter(({ name, text }) => name >= firstChecked && reviewOf(text) === null)
    .flatMap(({ name, text }) =>
      risksOfMigration(splitStatements(text), { isTransaction: !runsConcurrently(text) }).map(
        ({ statement, text: reason }) => `${name}: ${statement}: ${reason}`,
      ),
    )
  expect(risks).toEqual([])
})

test('the check names what landed migrations locked for too long', async () => {
  const migrations = await readSqlFiles(new URL('../', import.meta.url), 'migrations')
  const lockedBy = (number: string) => {
    const { text = '' } = migrations.find(({ name }) => name.startsWith(number)) ?? {}
    return risksOfMigration(splitStatements(text), { isTransaction: true }).map(({ table }) => table)
  }
  expect(lockedBy('0123-')).toContain('listings')
  expect(lockedBy('0153-')).toEqual(expect.arrayContaining(['teams', 'accounts', 'team_invitations']))
})

import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { invalidInput, type AppError } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { WriteResult } from '../import-report.ts'
import type { ImportContext } from '../../imports/import-context.ts'
import { readJsonList } from '../readers/json-list.ts'
import { RefusedFileError } from '../readers/refused-file.ts'
import { sourceFileOf } from '../readers/source-file.ts'
import { emptyParse, parseRows, type Parsed, type Row, type RowResult } from '../source-rows.ts'
import { namedProfile, type Profile } from './profile.ts'
import { confirmStored, findProfile, removeStored, saveProfile, type StoredProfile } from './profiles.repo.ts'

/** Parses a list of profiles (JSON). */
export async function parseProfiles(content: string): Promise<Parsed<Profile>> {
  const rows: Row<unknown>[] = []
  try {
    for await (const row of readJsonList(sourceFileOf('profiles', content), ''))
      if ('record' in row) rows.push({ line: row.line, value: row.record })
  } catch (error) {
    if (!(error instanceof RefusedFileError)) throw error
    return emptyParse([{ line: error.line, reason: error.message }])
  }
  if (rows.length === 0) return emptyParse([{ line: 1, reason: 'the file must be a list of profiles' }])
  return parseRows(rows, namedProfile, (value): RowResult<Profile> => ({ value }))
}

/** Adds and changes profiles. They count as confirmed, as an operator has written them. */
export async function writeProfiles(
  { db, clock }: ImportContext,
  rows: readonly Row<Profile>[],
): Promise<WriteResult> {
  return inTransaction(db, async (tx) => {
    const counts = { added: 0, changed: 0, unchanged: 0 }
    for (const { value } of rows) counts[await saveProfile(tx, value, clock.now())] += 1
    return { counts, bad: [] }
  })
}

/** @throws `input.invalid` when there is no such profile */
export async function getProfile(db: Db, name: string): Promise<StoredProfile> {
  const found = await findProfile(db, name)
  if (!found) throw unknownProfile(name)
  return found
}

/** @throws `input.invalid` when there is no such profile */
export async function confirmProfile({ db, clock }: { db: Db; clock: Clock }, name: string): Promise<void> {
  const isKnown = await inTransaction(db, (tx) => confirmStored(tx, name, clock.now()))
  if (!isKnown) throw unknownProfile(name)
}

/** @throws `input.invalid` when there is no such profile */
export async function removeProfile({ db }: { db: Db }, name: string): Promise<void> {
  const isKnown = await inTransaction(db, (tx) => removeStored(tx, name))
  if (!isKnown) throw unknownProfile(name)
}

function unknownProfile(name: string): AppError {
  return invalidInput({
    profile: [`there is no profile "${name}"; list them: npm run admin -- catalogue profiles`],
  })
}

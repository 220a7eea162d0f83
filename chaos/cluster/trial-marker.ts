import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../tools/launch/user-error.ts'

const markerName = 'made-by-chaos'

/** Creates the folder of a trial with a marker, without which it is never deleted. */
export function markTrial(folder: string): void {
  mkdirSync(folder)
  writeFileSync(join(folder, markerName), 'npm run chaos -- cluster deletes this folder.\n')
}

/**
 * Whether the folder exists and is a trial's, which may be deleted.
 * @throws UserError if it exists without the marker
 */
export function trialExists(folder: string): boolean {
  if (!existsSync(folder)) return false
  if (existsSync(join(folder, markerName))) return true
  throw new UserError(
    `${folder} was not made by this test, because it has no file ${markerName}. It stays as it is: remove it yourself if it is not needed.`,
  )
}

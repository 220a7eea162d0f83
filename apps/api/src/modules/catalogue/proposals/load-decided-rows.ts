import { AppError } from '#api/shared/app-error.ts'
import type { ImportContext } from '../imports/import-context.ts'
import { retryUnmatched } from '../matching/retry-unmatched.ts'
import { findDecidedProposals } from './proposals.repo.ts'

/**
 * Loads rows whose names have all been decided, but which the decision itself did not load: another import was running, or
 * the process ended. Returns how many; 0 while an import runs.
 */
export async function loadDecidedRows(context: ImportContext): Promise<number> {
  const ids = await findDecidedProposals(context.db)
  if (ids.length === 0) return 0
  try {
    return (await retryUnmatched(context, ids)).loaded
  } catch (error) {
    if (error instanceof AppError && error.code === 'import.running') return 0
    throw error
  }
}

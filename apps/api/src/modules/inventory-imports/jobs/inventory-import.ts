export const importStates = [
  'received',
  'parsed',
  'matched',
  'previewed',
  'applying',
  'done',
  'done_with_errors',
  'refused',
  'discarded',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

/** States in which the server has work to do. */
export const workingStates: readonly ImportState[] = ['received', 'parsed', 'matched', 'applying', 'undoing']

export const rowActions = ['new', 'changed', 'unchanged', 'withdrawn', 'held', 'skipped', 'invalid'] as const
export type RowAction = (typeof rowActions)[number]

/** How many rows of each action, and how many were written, rejected and so on. */
export type ImportCounts = Partial<Record<RowAction | RowOutcome, number>>
export type RowOutcome = 'written' | 'rejected' | 'undone' | 'undo_rejected'

export type WithdrawalState = 'none' | 'free' | 'guarded' | 'confirmed' | 'kept'

export interface InventoryImport {
  id: string
  teamId: string
  profileId: string
  profileVersion: number
  state: ImportState
  fileName: string
  fileParts: string[]
  fileBytes: number
  fileHash: string
  fileMadeAt: Date
  eventId: number | null
  uploadedBy: string | null
  createdAt: Date
  baseImportId: string | null
  rowsRead: number
  liveBefore: number
  counts: ImportCounts
  problemCode: string | null
  problem: string | null
  withdrawals: WithdrawalState
  withdrawalsConfirmed: number | null
  appliedBy: string | null
  appliedAt: Date | null
  finishedAt: Date | null
  undoneAt: Date | null
  relistsWithdrawn: boolean
  failedAttempts: number
}

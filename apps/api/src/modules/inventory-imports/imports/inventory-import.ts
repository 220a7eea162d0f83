import type { inventoryRowActions } from '@terrace/contracts/inventory-import-rows'
import type { importSources, inventoryImportStates, waitReasons } from '@terrace/contracts/inventory-imports'

export type ImportState = (typeof inventoryImportStates)[number]

/** States in which the server has work to do. */
export const workingStates: readonly ImportState[] = ['received', 'parsed', 'matched', 'applying', 'undoing']

export type RowAction = (typeof inventoryRowActions)[number]

/**
 * How many rows of each action, and how many were written, rejected and so on. `held` rows wait for a decision about their
 * event; held tickets are not meant.
 */
export type ImportCounts = Partial<Record<RowAction | RowOutcome, number>>
export type RowOutcome = 'written' | 'rejected' | 'undone' | 'undo_rejected'

/**
 * What happens to listings that the file no longer names. `none`: there are none. `free`: they are withdrawn without a
 * confirmation, because they are few. `guarded`: a person must decide first; then it is `confirmed`, and they are withdrawn,
 * or `kept`, and they stay on sale.
 */
export type WithdrawalState = 'none' | 'free' | 'guarded' | 'confirmed' | 'kept'

/** Sums over the rows of a preview. Older previews have none. */
export interface PreviewTotals {
  /** Tickets of new listings. */
  newTickets?: number
  /** Rows whose quantity is lower because of sales after the file was made. */
  reducedBySales?: number
  /** Prices that move by more than `bigPriceMovePercent`. */
  bigPriceMoves?: number
  /** Prices that move by a factor of ten or more, as in a file that has another unit. */
  extremePriceMoves?: number
  /** What changed listings ask for their unsold tickets, before and after, by currency. */
  asked?: { currency: string; before: number; after: number }[]
}

export type ImportSource = (typeof importSources)[number]
export type WaitReason = (typeof waitReasons)[number]

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
  /** Rows that are as in the last file: they were not read, are not stored, and count as unchanged. */
  keptRows: number
  /** When all rows were read last; `null` if later files cannot build on this import. */
  readFullyAt: Date | null
  /** Fingerprint of the listings that the profile managed when rows were kept. */
  managedListings: string | null
  liveBefore: number
  counts: ImportCounts
  problemCode: string | null
  problem: string | null
  withdrawals: WithdrawalState
  withdrawalsConfirmed: number | null
  /** Rows that the present step has processed. */
  rowsDone: number
  totals: PreviewTotals
  appliedBy: string | null
  appliedAt: Date | null
  finishedAt: Date | null
  undoneAt: Date | null
  relistsWithdrawn: boolean
  failedAttempts: number
  source: ImportSource
  /** Identifies the delivery, so that receiving it again makes no second import. */
  sourceKey: string | null
  apiKeyId: string | null
  /** Why a file that arrived without a person waits for one. */
  waitsFor: WaitReason | null
}

import type { WireDraft } from '@terrace/contracts/inventory-drafts'

/** A pasted row with its result. */
export interface PastedDraft {
  draft: WireDraft
  isChecking: boolean
  isAdded: boolean
  /** Why the server did not add it. */
  rejection: string | null
}

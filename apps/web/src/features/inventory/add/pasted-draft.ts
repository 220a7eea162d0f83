import type { WireDraft } from '@terrace/contracts/inventory-drafts'

/** A pasted row with its result. */
export interface PastedDraft {
  draft: WireDraft
  isChecking: boolean
  /** A person chose the event that its cells name in another way. */
  isChosen: boolean
  isAdded: boolean
  /** Why the server did not add it. */
  rejection: string | null
}

/** A saved card: the details that a receipt shows, and the gateway's id. */
export interface SavedCard {
  id: string
  /** Payment method id, `pm_…`. */
  methodId: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  isDefault: boolean
  savedAt: Date
}

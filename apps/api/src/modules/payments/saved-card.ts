/** A card that a team has saved, as we keep it: what is printed on a receipt, and the provider's name of it. */
export interface SavedCard {
  id: string
  /** The provider's name, `pm_…`. */
  methodId: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  isDefault: boolean
  savedAt: Date
}

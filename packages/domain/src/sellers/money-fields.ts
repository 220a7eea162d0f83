/**
 * Names of values in responses that only members with the permission `money` get. A floor is none of them: it limits prices, so
 * members with the permission `price` must see it, and all members do.
 */
export const moneyFields: ReadonlySet<string> = new Set([
  'cost',
  'proceeds',
  'margin',
  'proceeds_from',
  'proceeds_to',
  'margin_percent',
  'seller_fee_percent',
  'exposure',
  'bank_account',
])

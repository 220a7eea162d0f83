/** Shown wherever tickets of several sellers are bought together (spec §1). */
export const multipleSellersNotice =
  'Your order may contain tickets from multiple sellers. The tickets may be delivered at separate times and you will need to manage the final handover to the end customer.'

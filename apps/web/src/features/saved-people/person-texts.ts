import type { SavedPersonDetails } from '@terrace/contracts/saved-people'

export const personName = ({ first_name: first, last_name: last }: SavedPersonDetails): string =>
  `${first} ${last}`

/** 'ada@example.test · 020 7946 0123 · London' */
export function personContact({ email, phone, address }: SavedPersonDetails): string {
  return [email, phone, address?.city].filter((part) => part !== undefined && part !== '').join(' · ')
}

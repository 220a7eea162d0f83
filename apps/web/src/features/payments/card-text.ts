import type { WireCard } from '@terrace/contracts/cards'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { brandName } from './card-brand.ts'

/** 'Visa ending in 4242'. */
export function cardText({ brand, last4 }: Pick<WireCard, 'brand' | 'last4'>): string {
  return `${brandName(brand)} ending in ${last4}`
}

/** 'Expires 07/31', or that it has expired. */
export function expiryText({ exp_month, exp_year, is_expired }: WireCard): string {
  const two = (value: number) => String(value % 100).padStart(2, '0')
  return `${is_expired ? 'Expired' : 'Expires'} ${two(exp_month)}/${two(exp_year)}`
}

/** '03 Feb 31, 12:00' of a card that was saved more than once; null where what is printed on it tells it apart. */
export function addedAt(card: WireCard, cards: readonly WireCard[]): string | null {
  const print = ({ brand, last4, exp_month, exp_year }: WireCard) =>
    [brand, last4, exp_month, exp_year].join(' ')
  const isTwin = cards.some((other) => other.id !== card.id && print(other) === print(card))
  return isTwin ? onOwnClock(card.added_at) : null
}

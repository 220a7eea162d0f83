import type { WireCard } from '@terrace/contracts/cards'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { asSentence } from '#web/lib/sentence.ts'
import { brandName } from './card-brand.ts'

/** 'Visa ending in 4242'. */
export function cardText({ brand, last4 }: Pick<WireCard, 'brand' | 'last4'>): string {
  return `${brandName(brand)} ending in ${last4}`
}

/** 'Expires 07/31', or that it has expired. */
function expiryText({ exp_month, exp_year, is_expired }: WireCard): string {
  const two = (value: number) => String(value % 100).padStart(2, '0')
  return `${is_expired ? 'Expired' : 'Expires'} ${two(exp_month)}/${two(exp_year)}`
}

/**
 * 'added 03 Feb 31, 12:00' of a card that was saved more than once, and which one it is of those of one minute: '(2 of 2)'; null
 * where what is printed on it tells it apart.
 */
function addedText(card: WireCard, cards: readonly WireCard[]): string | null {
  const twins = cards.filter((other) => printOf(other) === printOf(card))
  if (twins.length === 1) return null
  const minute = onOwnClock(card.added_at)
  const alike = twins
    .filter((other) => onOwnClock(other.added_at) === minute)
    .toSorted((left, right) => (`${left.added_at} ${left.id}` < `${right.added_at} ${right.id}` ? -1 : 1))
  return alike.length === 1
    ? `added ${minute}`
    : `added ${minute} (${alike.findIndex(({ id }) => id === card.id) + 1} of ${alike.length})`
}

function printOf({ brand, last4, exp_month, exp_year }: WireCard): string {
  return [brand, last4, exp_month, exp_year].join(' ')
}

/** 'Visa ending in 4242', and when it was added where another one is like it. */
export function cardName(card: WireCard, cards: readonly WireCard[]): string {
  const added = addedText(card, cards)
  return added === null ? cardText(card) : `${cardText(card)}, ${added}`
}

/** What stands below its name: 'Expires 07/31 · Added 03 Feb 31, 12:00'. */
export function cardNotes(card: WireCard, cards: readonly WireCard[]): string {
  const added = addedText(card, cards)
  return added === null ? expiryText(card) : `${expiryText(card)} · ${asSentence(added)}`
}

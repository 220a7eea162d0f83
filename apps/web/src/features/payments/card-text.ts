import type { WireCard } from '@terrace/contracts/cards'
import { cardBrandName } from '@terrace/domain/text/card-brand'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { toSentence } from '#web/lib/format/sentence.ts'

/** 'Visa ending in 4242'. */
export function cardText({ brand, last4 }: Pick<WireCard, 'brand' | 'last4'>): string {
  return `${cardBrandName(brand)} ending in ${last4}`
}

/** 'Expires 07/31' or 'Expired 07/24'. */
function expiryText({ exp_month, exp_year, is_expired }: WireCard): string {
  const twoDigits = (value: number) => String(value % 100).padStart(2, '0')
  return `${is_expired ? 'Expired' : 'Expires'} ${twoDigits(exp_month)}/${twoDigits(exp_year)}`
}

/**
 * Tells identical cards apart by when they were added: 'added 03 Feb 31, 12:00', with '(1 of 2)' for the same minute.
 * `null` when the card's details are unique.
 */
function addedText(card: WireCard, cards: readonly WireCard[]): string | null {
  const identicalCards = cards.filter((other) => cardKey(other) === cardKey(card))
  if (identicalCards.length === 1) return null
  const minute = inViewerTimeZone(card.added_at)
  const sameMinute = identicalCards
    .filter((other) => inViewerTimeZone(other.added_at) === minute)
    .toSorted((left, right) => (`${left.added_at} ${left.id}` < `${right.added_at} ${right.id}` ? -1 : 1))
  return sameMinute.length === 1
    ? `added ${minute}`
    : `added ${minute} (${sameMinute.findIndex(({ id }) => id === card.id) + 1} of ${sameMinute.length})`
}

function cardKey({ brand, last4, exp_month, exp_year }: WireCard): string {
  return [brand, last4, exp_month, exp_year].join(' ')
}

/** 'Visa ending in 4242', with the date it was added when another saved card has the same details. */
export function cardName(card: WireCard, cards: readonly WireCard[]): string {
  const added = addedText(card, cards)
  return added === null ? cardText(card) : `${cardText(card)}, ${added}`
}

/** 'Expires 07/31 · Added 03 Feb 31, 12:00'. */
export function cardSubtitle(card: WireCard, cards: readonly WireCard[]): string {
  const added = addedText(card, cards)
  return added === null ? expiryText(card) : `${expiryText(card)} · ${toSentence(added)}`
}

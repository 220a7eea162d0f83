import type { Reader } from '../../db/transaction.ts'
import { cardsErrors } from './cards.errors.ts'
import { listCards, type CardOwner } from './cards.repo.ts'

const mostCards = 20

/** Whether the team keeps fewer cards than it may. */
export async function hasRoomForCard(db: Reader, owner: CardOwner): Promise<boolean> {
  return (await listCards(db, owner)).length < mostCards
}

/** Throws `cards.too_many` where the team keeps as many cards as it may. */
export async function assertRoomForCard(db: Reader, owner: CardOwner): Promise<void> {
  if (!(await hasRoomForCard(db, owner))) throw cardsErrors.make('cards.too_many')
}

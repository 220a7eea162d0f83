import type { DbOrTx } from '#api/db/transaction.ts'
import { cardsErrors } from './cards.errors.ts'
import { listCards, type CardOwner } from './cards.repo.ts'

export const maxCards = 20

export async function isUnderCardLimit(db: DbOrTx, owner: CardOwner): Promise<boolean> {
  return (await listCards(db, owner)).length < maxCards
}

/** @throws `cards.too_many` if the team has the maximum number of saved cards. */
export async function assertUnderCardLimit(db: DbOrTx, owner: CardOwner): Promise<void> {
  if (!(await isUnderCardLimit(db, owner))) throw cardsErrors.make('cards.too_many')
}

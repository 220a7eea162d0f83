import { cardsErrors } from './cards.errors.ts'
import type { CardsDeps } from './cards-deps.ts'
import { findSavedCard } from './cards.repo.ts'
import { GatewayRefused } from './payments.port.ts'
import type { SavedCard } from './saved-card.ts'

export interface CardOfTeam {
  teamId: string
  cardId: string
}

/** A card that the team has saved, and whose it is at the provider; throws for any other. */
export async function ownCard(
  { db, gateway }: CardsDeps,
  request: CardOfTeam,
): Promise<SavedCard & { customerId: string }> {
  const card = await findSavedCard(db, { ...request, gateway: gateway.name })
  if (!card) throw cardsErrors.make('cards.not_found')
  return card
}

/** Removed at the provider already: then following its list is all that is left to do. */
export async function unlessGone(call: Promise<void>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof GatewayRefused) || error.code !== 'resource_missing') throw error
  }
}

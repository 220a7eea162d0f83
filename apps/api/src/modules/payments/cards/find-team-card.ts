import { cardsErrors } from './cards.errors.ts'
import type { CardsDeps } from './cards-deps.ts'
import { findSavedCard } from './cards.repo.ts'
import { GatewayRejected } from '../payments.port.ts'
import type { SavedCard } from './saved-card.ts'

export interface CardOfTeam {
  teamId: string
  cardId: string
}

/**
 * Returns the team's card with its gateway customer.
 * @throws `cards.not_found`
 */
export async function findTeamCard(
  { db, gateway }: CardsDeps,
  request: CardOfTeam,
): Promise<SavedCard & { customerId: string }> {
  const card = await findSavedCard(db, { ...request, gateway: gateway.name })
  if (!card) throw cardsErrors.make('cards.not_found')
  return card
}

/** Ignores that the gateway has removed the card already; the following sync removes it here. */
export async function ignoreMissing(call: Promise<void>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof GatewayRejected) || error.code !== 'resource_missing') throw error
  }
}

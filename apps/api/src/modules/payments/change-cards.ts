import { told, type CardsDeps } from './cards-deps.ts'
import { cardsErrors } from './cards.errors.ts'
import { findSavedCard } from './cards.repo.ts'
import { followCards } from './follow-cards.ts'
import { GatewayRefused } from './payments.port.ts'
import type { SavedCard } from './saved-card.ts'

interface CardOfTeam {
  teamId: string
  cardId: string
}

/** Offers this card first from now on. */
export async function makeDefaultCard(deps: CardsDeps, request: CardOfTeam): Promise<void> {
  const { customerId, methodId } = await ownCard(deps, request)
  await told(unlessGone(deps.vault.setDefault({ customerId, methodId, idempotencyKey: deps.ids.secret() })))
  await told(followCards(deps, request.teamId))
}

/** Has the provider forget the card. A purchase that it has paid for stays paid, and can still be refunded. */
export async function removeCard(deps: CardsDeps, request: CardOfTeam): Promise<void> {
  const { methodId } = await ownCard(deps, request)
  await told(unlessGone(deps.vault.detachMethod({ methodId, idempotencyKey: deps.ids.secret() })))
  await told(followCards(deps, request.teamId))
}

async function ownCard(
  { db, gateway }: CardsDeps,
  request: CardOfTeam,
): Promise<SavedCard & { customerId: string }> {
  const card = await findSavedCard(db, { ...request, gateway: gateway.name })
  if (!card) throw cardsErrors.make('cards.not_found')
  return card
}

/** Removed at the provider already: then following its list is all that is left to do. */
async function unlessGone(call: Promise<void>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof GatewayRefused) || error.code !== 'resource_missing') throw error
  }
}

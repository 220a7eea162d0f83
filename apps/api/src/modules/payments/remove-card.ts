import { told, type CardsDeps } from './cards-deps.ts'
import { followCards } from './follow-cards.ts'
import { ownCard, unlessGone, type CardOfTeam } from './own-card.ts'

/** Has the provider forget the card. A purchase that it has paid for stays paid, and can still be refunded. */
export async function removeCard(deps: CardsDeps, request: CardOfTeam): Promise<void> {
  const { methodId } = await ownCard(deps, request)
  await told(unlessGone(deps.vault.detachMethod({ methodId, idempotencyKey: deps.ids.secret() })))
  await told(followCards(deps, request.teamId))
}

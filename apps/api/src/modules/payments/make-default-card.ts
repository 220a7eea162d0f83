import { told, type CardsDeps } from './cards-deps.ts'
import { followCards } from './follow-cards.ts'
import { ownCard, unlessGone, type CardOfTeam } from './own-card.ts'

/** Offers this card first from now on. */
export async function makeDefaultCard(deps: CardsDeps, request: CardOfTeam): Promise<void> {
  const { customerId, methodId } = await ownCard(deps, request)
  await told(unlessGone(deps.vault.setDefault({ customerId, methodId, idempotencyKey: deps.ids.secret() })))
  await told(followCards(deps, request.teamId))
}

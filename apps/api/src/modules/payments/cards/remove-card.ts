import type { Actor } from '#api/audit/actor.ts'
import { translateGatewayErrors, type CardsDeps } from './cards-deps.ts'
import { syncCards } from './sync-cards.ts'
import { findTeamCard, ignoreMissing, type CardOfTeam } from './find-team-card.ts'

/** Removes the card at the gateway. Its purchases stay paid and can still be refunded. */
export async function removeCard(deps: CardsDeps, request: CardOfTeam & { actor: Actor }): Promise<void> {
  const { methodId } = await findTeamCard(deps, request)
  await translateGatewayErrors(
    ignoreMissing(deps.vault.detachMethod({ methodId, idempotencyKey: deps.ids.secret() })),
  )
  await translateGatewayErrors(syncCards(deps, request))
}

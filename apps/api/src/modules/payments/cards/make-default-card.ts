import type { Actor } from '#api/audit/actor.ts'
import { translateGatewayErrors, type CardsDeps } from './cards-deps.ts'
import { syncCards } from './sync-cards.ts'
import { findTeamCard, ignoreMissing, type CardOfTeam } from './find-team-card.ts'

export async function makeDefaultCard(
  deps: CardsDeps,
  request: CardOfTeam & { actor: Actor },
): Promise<void> {
  const { customerId, methodId } = await findTeamCard(deps, request)
  await translateGatewayErrors(
    ignoreMissing(deps.vault.setDefault({ customerId, methodId, idempotencyKey: deps.ids.secret() })),
  )
  await translateGatewayErrors(syncCards(deps, request))
}

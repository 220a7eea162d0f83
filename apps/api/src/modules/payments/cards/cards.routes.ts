import { cardsRoutes, type WireCard } from '@terrace/contracts/cards'
import type { ResponseInputOf } from '@terrace/contracts/route'
import { actorOf } from '#api/audit/actor.ts'
import { callerOf } from '#api/audit/caller.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { CardGuard, CardsDeps } from './cards-deps.ts'
import { listCards } from './cards.repo.ts'
import { makeDefaultCard } from './make-default-card.ts'
import { removeCard } from './remove-card.ts'
import { startSetup, saveCard, type SaveOutcome } from './save-card.ts'
import type { PaymentFailure } from '../payments.port.ts'
import type { SavedCard } from './saved-card.ts'

export function mountCards(http: HttpContext, deps: CardsDeps & { cardGuard: CardGuard }): void {
  const { db, gateway, clock, cardGuard } = deps
  const present = (card: SavedCard) => presentCard(card, clock.now())

  async function cardsOf(teamId: string): Promise<{ data: WireCard[] }> {
    const cards = await listCards(db, { teamId, gateway: gateway.name })
    return { data: cards.map(present) }
  }

  mountRoute(http, cardsRoutes.list, ({ account }) => cardsOf(account.teamId))

  mountRoute(http, cardsRoutes.clientSecret, async ({ account, request }) => {
    await cardGuard.assertMayTry({ ...account, caller: callerOf(request) })
    const { setupId, clientSecret } = await startSetup(deps, account)
    return { data: { gateway: gateway.name, setup_id: setupId, client_secret: clientSecret } }
  })

  mountRoute(http, cardsRoutes.save, async ({ body, account, request }) => {
    const payer = { ...account, caller: callerOf(request) }
    const tried = { setupId: body.setup_id, cardToken: body.card_token }
    const { outcome } = await cardGuard.tryCard(payer, tried, async () => {
      const saved = await saveCard(deps, {
        teamId: account.teamId,
        ...tried,
        makesDefault: body.make_default === undefined ? undefined : body.make_default === 1,
        actor: actorOf(account, request),
      })
      return { outcome: saved, isDeclined: saved.kind === 'declined' && saysCardFailed(saved.failure) }
    })
    return { data: presentOutcome(outcome, present) }
  })

  mountRoute(http, cardsRoutes.makeDefault, async ({ params, account, request }) => {
    await makeDefaultCard(deps, {
      teamId: account.teamId,
      cardId: params.card_id,
      actor: actorOf(account, request),
    })
    return cardsOf(account.teamId)
  })

  mountRoute(http, cardsRoutes.remove, async ({ params, account, request }) => {
    await removeCard(deps, {
      teamId: account.teamId,
      cardId: params.card_id,
      actor: actorOf(account, request),
    })
    return cardsOf(account.teamId)
  })
}

/** A failure of the provider, or a form without a card, says nothing about a card. */
const saysCardFailed = ({ code }: PaymentFailure): boolean =>
  code !== 'processing_error' && code !== 'card_not_given'

function presentCard(card: SavedCard, now: Date): WireCard {
  // A card is valid until the end of its month.
  const currentMonth = now.getUTCFullYear() * 12 + now.getUTCMonth()
  return {
    id: card.id,
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    is_default: card.isDefault,
    is_expired: card.expYear * 12 + card.expMonth - 1 < currentMonth,
    added_at: card.savedAt.toISOString(),
  }
}

function presentOutcome(
  outcome: SaveOutcome,
  present: (card: SavedCard) => WireCard,
): ResponseInputOf<typeof cardsRoutes.save>['data'] {
  switch (outcome.kind) {
    case 'saved':
      return { status: 'saved', card: present(outcome.card) }
    case 'requires_action':
      return { status: 'requires_action', next_action: { type: 'redirect_to_url', url: outcome.url } }
    case 'declined': {
      const { code, declineCode, message } = outcome.failure
      return { status: 'declined', reason: message, decline_code: declineCode ?? code }
    }
    default:
      return { status: 'processing' }
  }
}

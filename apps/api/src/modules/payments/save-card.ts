import { invalidInput } from '../../shared/app-error.ts'
import { assertRoomForCard, hasRoomForCard } from './assert-room-for-card.ts'
import type { SetupState } from './card-vault.port.ts'
import { told, type CardsDeps } from './cards-deps.ts'
import { cardsErrors } from './cards.errors.ts'
import { claimSetup, keepSetup, type CardOwner } from './cards.repo.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { followCards } from './follow-cards.ts'
import { unlessGone } from './own-card.ts'
import { GatewayRefused, type PaymentFailure } from './payments.port.ts'
import { holdsCardNumber } from './sandbox/card-number.ts'
import type { SavedCard } from './saved-card.ts'
import { unknownCard } from './unknown-card.ts'

/** Announces a card that is to be saved; the secret lets a browser give that one card to the provider. */
export async function beginSetup(
  deps: CardsDeps,
  team: { teamId: string; teamName: string },
): Promise<{ setupId: string; clientSecret: string }> {
  const owner = { teamId: team.teamId, gateway: deps.gateway.name }
  await assertRoomForCard(deps.db, owner)
  const customerId = await ensureCustomer(deps, team)
  const setup = await told(deps.vault.createSetup({ customerId, idempotencyKey: deps.ids.secret() }))
  await keepSetup(deps.db, owner, setup.setupId)
  return setup
}

export type SaveOutcome =
  | { kind: 'saved'; card: SavedCard }
  | { kind: 'requires_action'; url: string }
  | { kind: 'declined'; failure: PaymentFailure }
  | { kind: 'processing' }

interface SaveCard {
  teamId: string
  setupId: string
  /** The card form's name of the card; undefined where the provider has it already. */
  cardToken: string | undefined
  makesDefault: boolean | undefined
}

/**
 * Brings a setup of the team as far as it goes and keeps the card that comes of it. A declined card is an answer, after which
 * another may be tried with the same setup.
 */
export async function saveCard(deps: CardsDeps, request: SaveCard): Promise<SaveOutcome> {
  const { teamId, setupId, cardToken, makesDefault } = request
  if (cardToken !== undefined && holdsCardNumber(cardToken))
    throw invalidInput({ card_token: ['must come from the card form, never a card number'] })
  const owner = { teamId, gateway: deps.gateway.name }
  const claimed = await claimSetup(deps.db, owner, { setupId, makesDefault })
  if (!claimed) throw cardsErrors.make('cards.setup_not_found')
  const setup = await told(bringOn(deps, owner, { setupId, cardToken }))
  switch (setup.status) {
    case 'succeeded': {
      const card = await keep(deps, { teamId, setup, ...claimed })
      if (!card) throw cardsErrors.make('cards.not_found')
      return { kind: 'saved', card }
    }
    case 'requires_action':
      return { kind: 'requires_action', url: setup.nextAction.url }
    case 'processing':
      return { kind: 'processing' }
    case 'requires_payment_method':
      return { kind: 'declined', failure: setup.lastError ?? notGiven }
    default:
      return { kind: 'declined', failure: notGiven }
  }
}

/** Gives the provider the card, where it has not got it; forms that were begun in time may come when the team has no more room. */
async function bringOn(
  deps: CardsDeps,
  owner: CardOwner,
  { setupId, cardToken }: Pick<SaveCard, 'setupId' | 'cardToken'>,
): Promise<SetupState> {
  if (cardToken === undefined) return deps.vault.retrieveSetup(setupId)
  if (await hasRoomForCard(deps.db, owner)) return confirm(deps, setupId, cardToken)
  const setup = await deps.vault.retrieveSetup(setupId)
  // A repeat of the one that took the last place.
  if (setup.status === 'succeeded') return setup
  throw cardsErrors.make('cards.too_many')
}

/**
 * Keeps the card of a setup that has succeeded; also for one that the provider tells of. Undefined where it was removed again
 * from elsewhere meanwhile.
 */
export async function keep(
  deps: CardsDeps,
  { teamId, setup, makesDefault }: { teamId: string; setup: SetupState; makesDefault: boolean },
): Promise<SavedCard | undefined> {
  if (setup.status !== 'succeeded') throw new Error(`the setup ${setup.setupId} is ${setup.status}`)
  const { customerId, methodId } = setup
  if (makesDefault)
    await told(unlessGone(deps.vault.setDefault({ customerId, methodId, idempotencyKey: deps.ids.secret() })))
  const cards = await told(followCards(deps, teamId))
  return cards.find((each) => each.methodId === methodId)
}

const notGiven: PaymentFailure = {
  code: 'card_not_given',
  declineCode: null,
  message: 'The card was not saved. Please enter it again or use another card.',
}

async function confirm(deps: CardsDeps, setupId: string, paymentMethod: string): Promise<SetupState> {
  try {
    return await deps.vault.confirmSetup({
      setupId,
      paymentMethod,
      returnUrl: `/profile?tab=account&setup=${setupId}`,
      idempotencyKey: deps.ids.secret(),
    })
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    const setup = await deps.vault.retrieveSetup(setupId)
    // Not the setup's state is at fault but the card's name: nothing can be saved by that.
    return setup.status === 'requires_payment_method' && error.param === 'payment_method'
      ? { ...setup, lastError: unknownCard(error.code) }
      : setup
  }
}

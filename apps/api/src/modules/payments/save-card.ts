import { invalidInput } from '../../shared/app-error.ts'
import { assertRoomForCard } from './assert-room-for-card.ts'
import type { SetupState } from './card-vault.port.ts'
import { told, type CardsDeps } from './cards-deps.ts'
import { cardsErrors } from './cards.errors.ts'
import { claimSetup, keepSetup } from './cards.repo.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { followCards } from './follow-cards.ts'
import { GatewayRefused, type PaymentFailure } from './payments.port.ts'
import { holdsCardNumber } from './sandbox/card-number.ts'
import type { SavedCard } from './saved-card.ts'

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
  const claimed = await claimSetup(deps.db, { teamId, gateway: deps.gateway.name }, { setupId, makesDefault })
  if (!claimed) throw cardsErrors.make('cards.setup_not_found')
  const setup = await told(
    cardToken === undefined ? deps.vault.retrieveSetup(setupId) : confirm(deps, setupId, cardToken),
  )
  switch (setup.status) {
    case 'succeeded':
      return { kind: 'saved', card: await keep(deps, { teamId, setup, ...claimed }) }
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

/** Keeps the card of a setup that has succeeded; also for one that the provider tells of. */
export async function keep(
  deps: CardsDeps,
  { teamId, setup, makesDefault }: { teamId: string; setup: SetupState; makesDefault: boolean },
): Promise<SavedCard> {
  if (setup.status !== 'succeeded') throw new Error(`the setup ${setup.setupId} is ${setup.status}`)
  const { customerId, methodId } = setup
  if (makesDefault)
    await told(deps.vault.setDefault({ customerId, methodId, idempotencyKey: deps.ids.secret() }))
  const cards = await told(followCards(deps, teamId))
  const card = cards.find((each) => each.methodId === methodId)
  // Saved, and removed again from elsewhere meanwhile.
  if (!card) throw cardsErrors.make('cards.not_found')
  return card
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
      ? { ...setup, lastError: { code: error.code, declineCode: null, message: unknownCard } }
      : setup
  }
}

const unknownCard = 'This card cannot be used. Please enter it again or use another card.'

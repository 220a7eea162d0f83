import type { CardsDeps } from './cards-deps.ts'
import type { Dispute } from './card-vault.port.ts'
import { claimSetup, findTeamOfCustomer, findTeamOfSetup } from './cards.repo.ts'
import { followCards } from './follow-cards.ts'
import { finishEvent, noteEvent } from './payment-events.repo.ts'
import type { PaymentEvent } from './payment-events.port.ts'
import { keep } from './save-card.ts'

/** What those who know of payments do about an event; each asks the gateway how things stand. */
export interface EventReaders {
  /** Of a payment that may be no one's. */
  onPayment(intentId: string): Promise<void>
  /** Of a refund that may be no order's. */
  onRefund(gatewayRefundId: string): Promise<void>
  onDispute(dispute: Dispute): Promise<void>
}

/**
 * Deals with an event once, however often it comes. It only says whom to ask: what is true now is read from the provider, so that
 * events may come late and in any order. Where that fails the event stays undone, and its next repeat is taken up.
 */
export async function receiveEvent(
  deps: CardsDeps,
  readers: EventReaders,
  { id, type, about }: PaymentEvent,
): Promise<'done' | 'known' | 'ignored'> {
  if (about === null) return 'ignored'
  const { db, gateway, vault } = deps
  if (!(await noteEvent(db, { gateway: gateway.name, eventId: id, type }))) return 'known'
  switch (about.kind) {
    case 'payment':
      await readers.onPayment(about.intentId)
      break
    case 'refund':
      await readers.onRefund(about.refundId)
      break
    case 'dispute':
      await readers.onDispute(await vault.retrieveDispute(about.disputeId))
      break
    case 'setup':
      await finishSetup(deps, about.setupId)
      break
    case 'cards': {
      const teamId = await findTeamOfCustomer(db, gateway.name, about.customerId)
      if (teamId !== undefined) await followCards(deps, teamId)
      break
    }
  }
  await finishEvent(db, gateway.name, id)
  return 'done'
}

/** A card was saved while nobody waited: after the bank's page, on a closed laptop. */
async function finishSetup(deps: CardsDeps, setupId: string): Promise<void> {
  const { db, gateway, vault } = deps
  const teamId = await findTeamOfSetup(db, gateway.name, setupId)
  if (teamId === undefined) return
  const setup = await vault.retrieveSetup(setupId)
  if (setup.status !== 'succeeded') return
  const claimed = await claimSetup(
    db,
    { teamId, gateway: gateway.name },
    { setupId, makesDefault: undefined },
  )
  if (claimed) await keep(deps, { teamId, setup, ...claimed })
}

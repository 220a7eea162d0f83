import type { CardsDeps } from '../cards/cards-deps.ts'
import type { Dispute } from '../card-vault.port.ts'
import { claimSetup, findTeamOfCustomer, findTeamOfSetup } from '../cards/cards.repo.ts'
import { syncCards } from '../cards/sync-cards.ts'
import { markEventProcessed, recordPaymentEvent } from './payment-events.repo.ts'
import type { PaymentEvent } from '../payment-events.port.ts'
import { saveSetupCard } from '../cards/save-card.ts'

/** Handlers of the modules that own payments; each fetches the current state from the gateway. */
export interface PaymentEventHandlers {
  /** The payment may be unknown. */
  onPayment(gatewayPaymentId: string): Promise<void>
  /** The refund may be unknown. */
  onRefund(gatewayRefundId: string): Promise<void>
  onDispute(dispute: Dispute): Promise<void>
}

/**
 * Processes an event once. The event only names an object, whose current state is read from the gateway, so events
 * may arrive late and in any order. If processing fails, the next delivery tries again.
 */
export async function receiveEvent(
  deps: CardsDeps,
  handlers: PaymentEventHandlers,
  { id, type, about }: PaymentEvent,
): Promise<'done' | 'known' | 'ignored'> {
  if (about === null) return 'ignored'
  const { db, gateway, vault } = deps
  if (!(await recordPaymentEvent(db, { gateway: gateway.name, eventId: id, type }))) return 'known'
  switch (about.kind) {
    case 'payment':
      await handlers.onPayment(about.gatewayPaymentId)
      break
    case 'refund':
      await handlers.onRefund(about.refundId)
      break
    case 'dispute':
      await handlers.onDispute(await vault.retrieveDispute(about.disputeId))
      break
    case 'setup':
      await finishSetup(deps, about.setupId)
      break
    case 'cards': {
      const teamId = await findTeamOfCustomer(db, gateway.name, about.customerId)
      if (teamId !== undefined) await syncCards(deps, teamId)
      break
    }
  }
  await markEventProcessed(db, gateway.name, id)
  return 'done'
}

/** Completes a card setup after the buyer has left, for example during a bank challenge. */
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
  if (claimed) await saveSetupCard(deps, { teamId, setup, ...claimed })
}

import { serverActor } from '#api/audit/actor.ts'
import { batchCalls } from '#api/shared/concurrency/batch-calls.ts'
import type { CardsDeps } from '../cards/cards-deps.ts'
import type { Dispute } from '../card-vault.port.ts'
import { claimSetup, findTeamOfCustomer, findTeamOfSetup } from '../cards/cards.repo.ts'
import { syncCards } from '../cards/sync-cards.ts'
import { markEventProcessed, recordPaymentEvents } from './payment-events.repo.ts'
import type { PaymentEvent } from '../payment-events.port.ts'
import { saveSetupCard } from '../cards/save-card.ts'

/** Handlers of the modules that own payments; each fetches the current state from the gateway. */
export interface PaymentEventHandlers {
  /** Which of these payments still have work left that no process is doing; for the others, also unknown ones, do nothing. */
  findPaymentsToResume(gatewayPaymentIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The payment may be unknown. */
  onPayment(gatewayPaymentId: string): Promise<void>
  /** The refund may be unknown. */
  onRefund(gatewayRefundId: string): Promise<void>
  onDispute(dispute: Dispute): Promise<void>
}

/** An event about an object that we handle. */
type RelevantEvent = PaymentEvent & { about: NonNullable<PaymentEvent['about']> }

/**
 * Returns a function that processes an event once. The event only names an object, whose current state is read from the
 * gateway, so events may arrive late and in any order. If processing fails, the next delivery tries again. Events that
 * arrive together are recorded in one statement. Most need nothing else, because the buyer's own request has already
 * finished the payment.
 */
export function createEventReceiver(deps: CardsDeps, handlers: PaymentEventHandlers) {
  const record = batchCalls({
    name: 'payments: record events',
    conflictKeysOf: ({ id }: RelevantEvent) => [id],
    call: (events) => recordEvents(deps, handlers, events),
  })
  return async ({ about, ...event }: PaymentEvent): Promise<'done' | 'known' | 'ignored'> => {
    if (about === null) return 'ignored'
    const recorded = await record({ ...event, about })
    if (recorded !== 'open') return recorded
    await processEvent(deps, handlers, about)
    await markEventProcessed(deps.db, deps.gateway.name, event.id)
    return 'done'
  }
}

/** Returns results in the order of `events`. `open`: the event is recorded, but not processed yet. */
async function recordEvents(
  { db, gateway }: CardsDeps,
  handlers: PaymentEventHandlers,
  events: readonly RelevantEvent[],
): Promise<('done' | 'known' | 'open')[]> {
  const payments = events.flatMap(({ about }) => (about.kind === 'payment' ? [about.gatewayPaymentId] : []))
  const toResume = payments.length > 0 ? await handlers.findPaymentsToResume(payments) : new Set()
  const received = events.map(({ id, type, about }) => ({
    eventId: id,
    type,
    isProcessed: about.kind === 'payment' && !toResume.has(about.gatewayPaymentId),
  }))
  const unprocessed = await recordPaymentEvents(db, gateway.name, received)
  return received.map(({ eventId, isProcessed }) => {
    if (!unprocessed.has(eventId)) return 'known'
    return isProcessed ? 'done' : 'open'
  })
}

async function processEvent(
  deps: CardsDeps,
  handlers: PaymentEventHandlers,
  about: RelevantEvent['about'],
): Promise<void> {
  const { db, gateway, vault } = deps
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
      if (teamId !== undefined) await syncCards(deps, { teamId, actor: serverActor })
      break
    }
  }
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
  if (claimed) await saveSetupCard(deps, { teamId, setup, actor: serverActor, ...claimed })
}

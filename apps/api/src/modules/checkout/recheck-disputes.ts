import { repeat, type Repeated } from '../../shared/repeat.ts'
import type { DisputePage } from '../payments/index.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { keepDispute } from './keep-dispute.ts'

const everyMs = 3_600_000
/** Longer than any bank takes to decide. */
const days = 180
/** No provider lists more of them at once. */
const atOnce = 100

/**
 * Asks how all disputes of late stand: the provider's word that one has begun, has been decided or has moved money may have been
 * lost. Each is kept as if it had been told of, which changes nothing where it has been. Safe on any number of processes. Answers
 * how many it was told about.
 */
export async function recheckDisputes(deps: CheckoutDeps, options = { atOnce }): Promise<number> {
  const createdSince = new Date(deps.clock.now().getTime() - days * 86_400_000)
  let told = 0
  let after: string | null = null
  do {
    const page: DisputePage = await deps.vault.listDisputes({ createdSince, limit: options.atOnce, after })
    for (const dispute of page.disputes) {
      try {
        await keepDispute(deps, dispute)
      } catch (error) {
        // One that cannot be kept must not hide the others; the next time asks about it again.
        const { disputeId } = dispute
        deps.logger.warn({ err: error, disputeId }, 'a dispute that the provider lists could not be kept')
      }
    }
    told += page.disputes.length
    after = page.next
  } while (after !== null)
  return told
}

/** Asks at the start and every hour after. */
export function createDisputeRechecker(deps: CheckoutDeps): Repeated {
  return repeat({
    everyMs,
    work: () => recheckDisputes(deps),
    onError: (error) => deps.logger.warn({ err: error }, 'disputes could not be asked about'),
  })
}

import type { CheckoutDeps } from '../checkout-deps.ts'
import { releaseLeasesOf, leaseSeconds } from './checkout-attempts.repo.ts'

const retryMs = 500

/**
 * Releases the leases of work that lost its database connection, now or as soon as the database responds, so that
 * the reconciler continues at once. Does not wait.
 */
export function releaseLeasesInBackground({ db, logger }: CheckoutDeps, leaseOwner: string): void {
  const end = performance.now() + leaseSeconds * 1000

  async function tryOnce(): Promise<void> {
    try {
      await releaseLeasesOf(db, leaseOwner)
    } catch (error) {
      if (performance.now() < end) setTimeout(() => void tryOnce(), retryMs).unref()
      else logger.warn({ err: error }, 'could not end a lease; it has run out')
    }
  }

  void tryOnce()
}

import type { Store } from './store.ts'

const maxAgeMs = 30 * 86_400_000

/** Deletes events, delivered or not, and stored responses that are older than 30 days. */
export function purgeOldRows(store: Store): void {
  const before = Date.now() - maxAgeMs
  store.run('delete from events where created_at < :before', { before })
  store.run('delete from idempotency_keys where created_at < :before', { before })
}

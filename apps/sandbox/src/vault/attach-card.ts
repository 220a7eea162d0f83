import { newId } from '../ids.ts'
import type { Store } from '../store/store.ts'
import type { TestCard } from '../test-cards.ts'
import { recordEvent } from '../webhooks/events.repo.ts'
import { presentMethod } from './vault.presenter.ts'
import { insertMethod } from './vault.repo.ts'

/** Saves a published card for a customer and returns it with its own id. */
export function attachCard(
  store: Store,
  card: { customerId: string; testCard: string; card: TestCard },
): string {
  const id = newId('pm')
  recordEvent(store, 'payment_method.attached', presentMethod(insertMethod(store, { id, ...card })))
  return id
}

import { expect, test, vi } from 'vitest'
import { notifyStockChanged } from './notify-stock-changed.ts'

test('changed holds invalidate the cache of each event and wake the outbox', () => {
  const [invalidate, wake] = [vi.fn(), vi.fn()]
  notifyStockChanged({ eventCache: { invalidate }, outbox: { wake } }, [{ eventId: 1 }, { eventId: 2 }])
  expect(invalidate.mock.calls).toEqual([[1], [2]])
  expect(wake).toHaveBeenCalledTimes(1)
})

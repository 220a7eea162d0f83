import { beforeEach, expect, test, vi } from 'vitest'
import { act, renderHook } from '@testing-library/react'
import { clearSession, storeSession } from '#web/lib/http/session.ts'
import { setEnv } from '#web/lib/env.ts'
import { selectedLine } from '#web/test/selection-factory.ts'
import { testEnv, useTestEnv } from '#web/test/test-env.ts'
import {
  holdIdempotencyKey,
  chooseQuantities,
  deselect,
  clearHoldIdempotencyKey,
  stopReusingHoldIdempotencyKeys,
  maxSelected,
  selectedLines,
  toggleSelected,
  useSelectedLines,
} from './selection.ts'

const storageKey = 'selectedListings'
const storedText = () => JSON.stringify({ owner: 'acc_1', lines: [selectedLine()] })
const ids = () => selectedLines().map(({ listing_id }) => listing_id)

function inOtherTab(change: () => void, key: string | null): void {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

beforeEach(() => {
  useTestEnv()
  storeSession('t0ken', { id: 'acc_1' })
})

test('adding or removing one listing leaves the others unchanged', () => {
  toggleSelected(selectedLine({ listing_id: 'lst_1' }))
  toggleSelected(selectedLine({ listing_id: 'lst_2' }))
  chooseQuantities(new Map([['lst_2', 4]]))
  expect(selectedLines().map(({ quantity }) => quantity)).toEqual([2, 4])
  toggleSelected(selectedLine({ listing_id: 'lst_1' }))
  expect(ids()).toEqual(['lst_2'])
  deselect(['lst_2', 'lst_7'])
  expect(localStorage.getItem(storageKey)).toBeNull()
})

test('a selection survives a reload', async () => {
  toggleSelected(selectedLine())
  vi.resetModules()
  const reloaded = await import('./selection.ts')
  expect(reloaded.selectedLines()).toEqual([selectedLine()])
})

test('changes in another tab appear, and logging out in one tab clears both', () => {
  const { result } = renderHook(useSelectedLines)
  act(() => inOtherTab(() => localStorage.setItem(storageKey, storedText()), storageKey))
  expect(result.current).toHaveLength(1)
  act(() => inOtherTab(() => localStorage.clear(), null))
  expect(result.current).toHaveLength(0)
})

test('logging out clears the selection', () => {
  toggleSelected(selectedLine())
  clearSession()
  expect(localStorage.getItem(storageKey)).toBeNull()
  expect(selectedLines()).toEqual([])
})

test.each([
  ['of another account', JSON.stringify({ owner: 'acc_2', lines: [selectedLine()] })],
  ['that is invalid JSON', '{'],
  ['with another shape', JSON.stringify({ owner: 'acc_1', lines: [{ listing_id: 'lst_1' }] })],
])('a stored selection %s is ignored', (_, text) => {
  localStorage.setItem(storageKey, text)
  expect(selectedLines()).toEqual([])
})

test('when storage is full, the selection lasts as long as the page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  toggleSelected(selectedLine())
  expect(ids()).toEqual(['lst_1'])
  deselect(['lst_1'])
  expect(ids()).toEqual([])
})

test('the selection is limited to what one call can hold', () => {
  for (let each = 0; each <= maxSelected; each += 1) {
    toggleSelected(selectedLine({ listing_id: `lst_${each}` }))
  }
  expect(ids()).toHaveLength(maxSelected)
})

test('equal items keep their idempotency key across reloads until a response arrives', async () => {
  toggleSelected(selectedLine())
  const items = [{ listing_id: 'lst_1', quantity: 2 }]
  const key = holdIdempotencyKey(items)
  expect(holdIdempotencyKey(items)).toBe(key)
  vi.resetModules()
  ;(await import('#web/lib/env.ts')).setEnv(testEnv)
  const reloaded = await import('./selection.ts')
  expect(reloaded.holdIdempotencyKey(items)).toBe(key)
  expect(holdIdempotencyKey([{ listing_id: 'lst_1', quantity: 4 }])).not.toBe(key)
  const repeatedKey = holdIdempotencyKey(items)
  clearHoldIdempotencyKey()
  expect(holdIdempotencyKey(items)).not.toBe(repeatedKey)
})

test('ten minutes, the lifetime of a hold or a release start a new request with a new key', () => {
  // A time in the past: a release recorded in the future would affect every later test.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-01-01T12:00:00Z') })
  toggleSelected(selectedLine())
  const items = [{ listing_id: 'lst_1', quantity: 2 }]
  const first = holdIdempotencyKey(items)
  vi.advanceTimersByTime(9 * 60_000)
  expect(holdIdempotencyKey(items)).toBe(first)
  vi.advanceTimersByTime(60_000)
  const second = holdIdempotencyKey(items)
  expect(second).not.toBe(first)
  stopReusingHoldIdempotencyKeys()
  vi.advanceTimersByTime(1)
  const third = holdIdempotencyKey(items)
  expect(third).not.toBe(second)
  setEnv({ ...testEnv, hold_minutes: 1 })
  vi.advanceTimersByTime(59_000)
  expect(holdIdempotencyKey(items)).toBe(third)
  vi.advanceTimersByTime(1000)
  expect(holdIdempotencyKey(items)).not.toBe(third)
})

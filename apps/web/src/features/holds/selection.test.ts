import { beforeEach, expect, test, vi } from 'vitest'
import { act, renderHook } from '@testing-library/react'
import { clearSession, storeSession } from '#web/lib/session.ts'
import { selectedLine } from '#web/test/selection-factory.ts'
import { noteRelease } from './same-attempt.ts'
import {
  attemptKey,
  chooseQuantities,
  deselect,
  endAttempt,
  mostSelected,
  selectedLines,
  toggleSelected,
  useSelectedLines,
} from './selection.ts'

const place = 'selectedListings'
const storedText = () => JSON.stringify({ owner: 'acc_1', lines: [selectedLine()] })
const ids = () => selectedLines().map(({ listing_id }) => listing_id)

function inOtherTab(change: () => void, key: string | null): void {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

beforeEach(() => storeSession('t0ken', { id: 'acc_1' }))

test('a listing is selected and taken out again, the others stay as they are', () => {
  toggleSelected(selectedLine({ listing_id: 'lst_1' }))
  toggleSelected(selectedLine({ listing_id: 'lst_2' }))
  chooseQuantities(new Map([['lst_2', 4]]))
  expect(selectedLines().map(({ quantity }) => quantity)).toEqual([2, 4])
  toggleSelected(selectedLine({ listing_id: 'lst_1' }))
  expect(ids()).toEqual(['lst_2'])
  deselect(['lst_2', 'lst_7'])
  expect(localStorage.getItem(place)).toBeNull()
})

test('a selection survives a reload: a fresh copy of the page reads it', async () => {
  toggleSelected(selectedLine())
  vi.resetModules()
  const reloaded = await import('./selection.ts')
  expect(reloaded.selectedLines()).toEqual([selectedLine()])
})

test('what another tab selects shows here, and its signing out empties both', () => {
  const { result } = renderHook(useSelectedLines)
  act(() => inOtherTab(() => localStorage.setItem(place, storedText()), place))
  expect(result.current).toHaveLength(1)
  act(() => inOtherTab(() => localStorage.clear(), null))
  expect(result.current).toHaveLength(0)
})

test('signing out clears it', () => {
  toggleSelected(selectedLine())
  clearSession()
  expect(localStorage.getItem(place)).toBeNull()
  expect(selectedLines()).toEqual([])
})

test.each([
  ['another account left', JSON.stringify({ owner: 'acc_2', lines: [selectedLine()] })],
  ['is no JSON', '{'],
  ['has another shape', JSON.stringify({ owner: 'acc_1', lines: [{ listing_id: 'lst_1' }] })],
])('what %s is no selection', (_, text) => {
  localStorage.setItem(place, text)
  expect(selectedLines()).toEqual([])
})

test('where the storage is full the selection lives as long as the page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  toggleSelected(selectedLine())
  expect(ids()).toEqual(['lst_1'])
  deselect(['lst_1'])
  expect(ids()).toEqual([])
})

test('no more are selected than one call may hold', () => {
  for (let each = 0; each <= mostSelected; each += 1) {
    toggleSelected(selectedLine({ listing_id: `lst_${each}` }))
  }
  expect(ids()).toHaveLength(mostSelected)
})

test('the same items keep their key until an answer came, also after a reload; other items have another', async () => {
  toggleSelected(selectedLine())
  const items = [{ listing_id: 'lst_1', quantity: 2 }]
  const key = attemptKey(items)
  expect(attemptKey(items)).toBe(key)
  vi.resetModules()
  const reloaded = await import('./selection.ts')
  expect(reloaded.attemptKey(items)).toBe(key)
  expect(attemptKey([{ listing_id: 'lst_1', quantity: 4 }])).not.toBe(key)
  const again = attemptKey(items)
  endAttempt()
  expect(attemptKey(items)).not.toBe(again)
})

test('after ten minutes, and after tickets went back, asking for the same is another intention', () => {
  // Long ago: a release that is still to come would stand in the way of every test after this one.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-01-01T12:00:00Z') })
  toggleSelected(selectedLine())
  const items = [{ listing_id: 'lst_1', quantity: 2 }]
  const first = attemptKey(items)
  vi.advanceTimersByTime(9 * 60_000)
  expect(attemptKey(items)).toBe(first)
  vi.advanceTimersByTime(60_000)
  const second = attemptKey(items)
  expect(second).not.toBe(first)
  noteRelease()
  expect(attemptKey(items)).not.toBe(second)
})

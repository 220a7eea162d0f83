import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isKnownEmpty } from './is-known-empty.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const keyOf = (text: string) => ['found', text]

function clientWith(results: Record<string, readonly string[]>): QueryClient {
  const client = new QueryClient()
  for (const [text, data] of Object.entries(results)) client.setQueryData(keyOf(text), data)
  return client
}

test('a text finds nothing if its beginning found nothing', () => {
  const client = clientWith({ m: ['Marsh'], ma: [] })
  expect(isKnownEmpty(client, 'manc', keyOf)).toBe(true)
  expect(isKnownEmpty(client, 'm', keyOf)).toBe(false)
  expect(isKnownEmpty(client, 'ma', keyOf)).toBe(false)
  expect(isKnownEmpty(client, 'xma', keyOf)).toBe(false)
})

test('a beginning that found something says nothing about the text', () => {
  expect(isKnownEmpty(clientWith({ ma: ['Marsh'] }), 'man', keyOf)).toBe(false)
})

test('an old or invalidated search is not relied on', async () => {
  const client = clientWith({ ma: [] })
  await client.invalidateQueries({ queryKey: keyOf('ma') })
  expect(isKnownEmpty(client, 'man', keyOf)).toBe(false)
  client.setQueryData(keyOf('ma'), [])
  expect(isKnownEmpty(client, 'man', keyOf)).toBe(true)
  vi.advanceTimersByTime(15_001)
  expect(isKnownEmpty(client, 'man', keyOf)).toBe(false)
})

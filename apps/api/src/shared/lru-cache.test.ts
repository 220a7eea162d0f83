import { expect, test } from 'vitest'
import { createLruCache } from './lru-cache.ts'

test('the least recently used entry is evicted when the cache is full', () => {
  const cache = createLruCache<string>(10)
  cache.set('a', 'aaaa', 4)
  cache.set('b', 'bbbb', 4)
  expect(cache.get('a')).toBe('aaaa')
  cache.set('c', 'cccc', 4)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['aaaa', undefined, 'cccc'])
})

test('a replaced entry counts once, and an entry larger than the cache is not stored', () => {
  const cache = createLruCache<string>(10)
  for (let time = 0; time < 5; time += 1) cache.set('a', 'aaaa', 4)
  cache.set('b', 'bbbbbb', 6)
  cache.set('huge', 'h'.repeat(11), 11)
  expect([cache.get('a'), cache.get('b'), cache.get('huge')]).toEqual(['aaaa', 'bbbbbb', undefined])
})

test('removing an entry frees its space', () => {
  const cache = createLruCache<string>(10)
  cache.set('a', 'aaaa', 4)
  cache.set('b', 'bbbb', 4)
  cache.removeWhere((value) => value === 'bbbb')
  cache.remove('nothing')
  cache.set('c', 'cccccc', 6)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['aaaa', undefined, 'cccccc'])
})

import { expect, test } from 'vitest'
import { createSizedCache } from './sized-cache.ts'

test('what was not asked for the longest goes when there is no more room', () => {
  const cache = createSizedCache<string>(10)
  cache.set('a', 'aaaa', 4)
  cache.set('b', 'bbbb', 4)
  expect(cache.get('a')).toBe('aaaa')
  cache.set('c', 'cccc', 4)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['aaaa', undefined, 'cccc'])
})

test('an answer that comes again counts once, and one that is too large for all the room is not kept', () => {
  const cache = createSizedCache<string>(10)
  for (let time = 0; time < 5; time += 1) cache.set('a', 'aaaa', 4)
  cache.set('b', 'bbbbbb', 6)
  cache.set('huge', 'h'.repeat(11), 11)
  expect([cache.get('a'), cache.get('b'), cache.get('huge')]).toEqual(['aaaa', 'bbbbbb', undefined])
})

test('what is removed leaves its room to others', () => {
  const cache = createSizedCache<string>(10)
  cache.set('a', 'aaaa', 4)
  cache.set('b', 'bbbb', 4)
  cache.removeWhere((thing) => thing === 'bbbb')
  cache.remove('nothing')
  cache.set('c', 'cccccc', 6)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['aaaa', undefined, 'cccccc'])
})

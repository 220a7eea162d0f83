import { expect, test } from 'vitest'
import { sparkPath } from './spark-path.ts'

const box = { width: 106, height: 26, until: 1000 }

test('a value holds until the next one: the line goes in steps, the highest on top', () => {
  const points = [
    { at: 0, value: 90 },
    { at: 500, value: 100 },
    { at: 750, value: 80 },
  ]
  expect(sparkPath(points, box)).toEqual({
    line: 'M3 13H53V3H78V23H103',
    gaps: '',
    end: { x: 103, y: 23 },
  })
})

test('where there is no value the line is broken, and it has no end while there is none', () => {
  const points = [
    { at: 0, value: 90 },
    { at: 250, value: null },
    { at: 500, value: 80 },
    { at: 750, value: null },
  ]
  expect(sparkPath(points, box)).toEqual({
    line: 'M3 3H28M53 23H78',
    gaps: 'M28 23H53M78 23H103',
    end: null,
  })
})

test('one value is a line through the middle, and no point at all is nothing', () => {
  expect(sparkPath([{ at: 0, value: 90 }], box).line).toBe('M3 13H103')
  expect(sparkPath([{ at: 1000, value: 90 }], box).end).toEqual({ x: 103, y: 13 })
  expect(sparkPath([], box)).toEqual({ line: '', gaps: '', end: null })
})

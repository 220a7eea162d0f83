import { expect, test } from 'vitest'
import { sparklinePath } from './sparkline-path.ts'

const box = { width: 106, height: 26, until: 1000 }

test('the line moves in steps, with the highest value on top', () => {
  const points = [
    { at: 0, value: 90 },
    { at: 500, value: 100 },
    { at: 750, value: 80 },
  ]
  expect(sparklinePath(points, box)).toEqual({
    line: 'M3 13H53V3H78V23H103',
    gaps: '',
    end: { x: 103, y: 23 },
  })
})

test('missing values leave a gap, and a line that ends in one has no end point', () => {
  const points = [
    { at: 0, value: 90 },
    { at: 250, value: null },
    { at: 500, value: 80 },
    { at: 750, value: null },
  ]
  expect(sparklinePath(points, box)).toEqual({
    line: 'M3 3H28M53 23H78',
    gaps: 'M28 23H53M78 23H103',
    end: null,
  })
})

test('one value is a line through the middle, and no values draw nothing', () => {
  expect(sparklinePath([{ at: 0, value: 90 }], box).line).toBe('M3 13H103')
  expect(sparklinePath([{ at: 1000, value: 90 }], box).end).toEqual({ x: 103, y: 13 })
  expect(sparklinePath([], box)).toEqual({ line: '', gaps: '', end: null })
})

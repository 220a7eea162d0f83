import { describe, expect, test } from 'vitest'
import { frameOf, middleOf, mostZoom, panBy, sizeOf, viewOn, wholeView, zoomAt } from './plan-view.ts'

const frame = frameOf({ width: 1000, height: 600 })
const whole = wholeView(frame)

test('a plan of any proportions stands in the middle of the same frame', () => {
  expect(frame).toEqual({ left: 0, top: -100, width: 1000, height: 800 })
  expect(frameOf({ width: 1000, height: 1000 })).toEqual({ left: -125, top: 0, width: 1250, height: 1000 })
  expect(frameOf({ width: 1000, height: 240 })).toMatchObject({ width: 1000, height: 800, top: -280 })
})

describe('zoom', () => {
  test('keeps what is under the pointer where it is', () => {
    const at = [700, 250] as const
    const near = zoomAt(frame, whole, 2, [...at])
    const share = (view: typeof whole) => {
      const { width, height } = sizeOf(frame, view)
      return [(at[0] - view.left) / width, (at[1] - view.top) / height]
    }
    expect(near.zoom).toBe(2)
    expect(share(near)).toEqual(share(whole))
  })

  test('ends at the whole plan and at eight times its size', () => {
    expect(zoomAt(frame, whole, 1000, [500, 300]).zoom).toBe(mostZoom)
    const back = zoomAt(frame, zoomAt(frame, whole, 4, [900, 500]), 0.001, [0, 0])
    expect(back).toEqual(whole)
  })
})

describe('pan', () => {
  const near = zoomAt(frame, whole, 4, [500, 300])

  test('moves what is in sight and stops at the edges of the frame', () => {
    expect(panBy(frame, near, 10, -20)).toEqual({ ...near, left: near.left + 10, top: near.top - 20 })
    expect(panBy(frame, near, 9999, 9999)).toEqual({ zoom: 4, left: 750, top: 500 })
    expect(panBy(frame, near, -9999, -9999)).toEqual({ zoom: 4, left: 0, top: -100 })
    expect(panBy(frame, whole, 50, 50)).toEqual(whole)
  })

  test('goes as far as needed to a box, and not at all to one in sight', () => {
    const [x, y] = middleOf(frame, near)
    expect(viewOn(frame, near, { x: x - 5, y: y - 5, width: 10, height: 10 })).toEqual(near)
    const seen = viewOn(frame, near, { x: 900, y: 500, width: 40, height: 30 })
    const { width, height } = sizeOf(frame, seen)
    expect(seen.left).toBeLessThanOrEqual(900)
    expect(seen.left + width).toBeGreaterThanOrEqual(940)
    expect(seen.top).toBeLessThanOrEqual(500)
    expect(seen.top + height).toBeGreaterThanOrEqual(530)
  })
})

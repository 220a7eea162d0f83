import { describe, expect, test } from 'vitest'
import {
  frameOf,
  centreOf,
  maxZoom,
  panBy,
  visibleSizeOf,
  viewContaining,
  fullView,
  zoomAt,
} from './plan-view.ts'

const frame = frameOf({ width: 1000, height: 600 })
const full = fullView(frame)

test('plans of any proportions are centred in the same frame', () => {
  expect(frame).toEqual({ left: 0, top: -100, width: 1000, height: 800 })
  expect(frameOf({ width: 1000, height: 1000 })).toEqual({ left: -125, top: 0, width: 1250, height: 1000 })
  expect(frameOf({ width: 1000, height: 240 })).toMatchObject({ width: 1000, height: 800, top: -280 })
})

describe('zoom', () => {
  test('keeps the point under the pointer in place', () => {
    const at = [700, 250] as const
    const near = zoomAt(frame, full, 2, [...at])
    const relativePosition = (view: typeof full) => {
      const { width, height } = visibleSizeOf(frame, view)
      return [(at[0] - view.left) / width, (at[1] - view.top) / height]
    }
    expect(near.zoom).toBe(2)
    expect(relativePosition(near)).toEqual(relativePosition(full))
  })

  test('is limited to the full plan and eight times its size', () => {
    expect(zoomAt(frame, full, 1000, [500, 300]).zoom).toBe(maxZoom)
    const restored = zoomAt(frame, zoomAt(frame, full, 4, [900, 500]), 0.001, [0, 0])
    expect(restored).toEqual(full)
  })
})

describe('pan', () => {
  const near = zoomAt(frame, full, 4, [500, 300])

  test('moves the view and stops at the edges of the frame', () => {
    expect(panBy(frame, near, 10, -20)).toEqual({ ...near, left: near.left + 10, top: near.top - 20 })
    expect(panBy(frame, near, 9999, 9999)).toEqual({ zoom: 4, left: 750, top: 500 })
    expect(panBy(frame, near, -9999, -9999)).toEqual({ zoom: 4, left: 0, top: -100 })
    expect(panBy(frame, full, 50, 50)).toEqual(full)
  })

  test('moves just far enough to show a box, and not at all when it is visible', () => {
    const [x, y] = centreOf(frame, near)
    expect(viewContaining(frame, near, { x: x - 5, y: y - 5, width: 10, height: 10 })).toEqual(near)
    const moved = viewContaining(frame, near, { x: 900, y: 500, width: 40, height: 30 })
    const { width, height } = visibleSizeOf(frame, moved)
    expect(moved.left).toBeLessThanOrEqual(900)
    expect(moved.left + width).toBeGreaterThanOrEqual(940)
    expect(moved.top).toBeLessThanOrEqual(500)
    expect(moved.top + height).toBeGreaterThanOrEqual(530)
  })
})

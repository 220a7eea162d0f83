import type { Point } from './plan-shape.ts'

/** The part of a plan that is in sight, in its own units: the frame's size divided by the zoom, from a corner on. */
export interface PlanView {
  left: number
  top: number
  /** 1 shows all, {@link mostZoom} the least. */
  zoom: number
}

/** The room that a plan is drawn in, whatever its own proportions: nothing on the page moves when it comes. */
export interface PlanFrame {
  left: number
  top: number
  width: number
  height: number
}

const frameRatio = 5 / 4
export const mostZoom = 8
/** One press of a button or key. */
export const zoomStep = 1.6

/** The plan in the middle of a frame of constant proportions. */
export function frameOf({ width, height }: { width: number; height: number }): PlanFrame {
  const across = Math.max(width, height * frameRatio)
  const down = across / frameRatio
  return { left: (width - across) / 2, top: (height - down) / 2, width: across, height: down }
}

export function wholeView({ left, top }: PlanFrame): PlanView {
  return { left, top, zoom: 1 }
}

/** Zooms by a factor, keeping what is at this point where it is. */
export function zoomAt(frame: PlanFrame, view: PlanView, factor: number, [x, y]: Point): PlanView {
  const zoom = Math.min(mostZoom, Math.max(1, view.zoom * factor))
  const shrink = view.zoom / zoom
  return within(frame, { left: x - (x - view.left) * shrink, top: y - (y - view.top) * shrink, zoom })
}

/** Moves what is in sight by units of the plan. */
export function panBy(frame: PlanFrame, view: PlanView, right: number, down: number): PlanView {
  return within(frame, { ...view, left: view.left + right, top: view.top + down })
}

/** The view that has all of the box in sight, moved as little as need be. */
export function viewOn(
  frame: PlanFrame,
  view: PlanView,
  box: { x: number; y: number; width: number; height: number },
): PlanView {
  const { width, height } = sizeOf(frame, view)
  const air = Math.min(width, height) * 0.06
  return within(frame, {
    ...view,
    left: reach(view.left, width, box.x - air, box.x + box.width + air),
    top: reach(view.top, height, box.y - air, box.y + box.height + air),
  })
}

export function middleOf(frame: PlanFrame, view: PlanView): Point {
  const { width, height } = sizeOf(frame, view)
  return [view.left + width / 2, view.top + height / 2]
}

/** How many units of the plan are in sight. */
export function sizeOf(frame: PlanFrame, { zoom }: PlanView): { width: number; height: number } {
  return { width: frame.width / zoom, height: frame.height / zoom }
}

/** A window of this size that starts at `from`, moved until `first` to `last` lie in it; `first` where it is too small. */
function reach(from: number, size: number, first: number, last: number): number {
  return Math.min(Math.max(from, last - size), first)
}

function within(frame: PlanFrame, view: PlanView): PlanView {
  const { width, height } = sizeOf(frame, view)
  return {
    zoom: view.zoom,
    left: Math.min(Math.max(view.left, frame.left), frame.left + frame.width - width),
    top: Math.min(Math.max(view.top, frame.top), frame.top + frame.height - height),
  }
}

import type { Point } from './plan-shape.ts'

/** Visible part of a plan in plan units: top-left corner, and the frame's size divided by `zoom`. */
export interface PlanView {
  left: number
  top: number
  /** From 1 (full plan) to {@link maxZoom}. */
  zoom: number
}

/** Drawing area with fixed proportions, so the layout doesn't shift when the plan loads. */
export interface PlanFrame {
  left: number
  top: number
  width: number
  height: number
}

const frameRatio = 5 / 4
export const maxZoom = 8
/** Zoom factor per button or key press. */
export const zoomStep = 1.6

/** A frame of fixed proportions with the plan in its centre. */
export function frameOf({ width, height }: { width: number; height: number }): PlanFrame {
  const across = Math.max(width, height * frameRatio)
  const down = across / frameRatio
  return { left: (width - across) / 2, top: (height - down) / 2, width: across, height: down }
}

export function fullView({ left, top }: PlanFrame): PlanView {
  return { left, top, zoom: 1 }
}

/** Zooms by a factor while keeping a point in place. */
export function zoomAt(frame: PlanFrame, view: PlanView, factor: number, [x, y]: Point): PlanView {
  const zoom = Math.min(maxZoom, Math.max(1, view.zoom * factor))
  const shrink = view.zoom / zoom
  return clampView(frame, { left: x - (x - view.left) * shrink, top: y - (y - view.top) * shrink, zoom })
}

export function panBy(frame: PlanFrame, view: PlanView, right: number, down: number): PlanView {
  return clampView(frame, { ...view, left: view.left + right, top: view.top + down })
}

/** The view moved just far enough to contain the box. */
export function viewContaining(
  frame: PlanFrame,
  view: PlanView,
  box: { x: number; y: number; width: number; height: number },
): PlanView {
  const { width, height } = visibleSizeOf(frame, view)
  const padding = Math.min(width, height) * 0.06
  return clampView(frame, {
    ...view,
    left: scrollIntoRange(view.left, width, box.x - padding, box.x + box.width + padding),
    top: scrollIntoRange(view.top, height, box.y - padding, box.y + box.height + padding),
  })
}

export function centreOf(frame: PlanFrame, view: PlanView): Point {
  const { width, height } = visibleSizeOf(frame, view)
  return [view.left + width / 2, view.top + height / 2]
}

/** Visible size in plan units. */
export function visibleSizeOf(frame: PlanFrame, { zoom }: PlanView): { width: number; height: number } {
  return { width: frame.width / zoom, height: frame.height / zoom }
}

/** Moves a window of this size to cover `first` to `last`; aligns to `first` when it is too small. */
function scrollIntoRange(from: number, size: number, first: number, last: number): number {
  return Math.min(Math.max(from, last - size), first)
}

function clampView(frame: PlanFrame, view: PlanView): PlanView {
  const { width, height } = visibleSizeOf(frame, view)
  return {
    zoom: view.zoom,
    left: Math.min(Math.max(view.left, frame.left), frame.left + frame.width - width),
    top: Math.min(Math.max(view.top, frame.top), frame.top + frame.height - height),
  }
}

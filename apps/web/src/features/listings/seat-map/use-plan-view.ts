import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { PlanSize, Point } from './plan-shape.ts'
import { watchGestures } from './plan-gestures.ts'
import {
  frameOf,
  centreOf,
  panBy,
  visibleSizeOf,
  viewContaining,
  fullView,
  zoomAt,
  zoomStep,
  type PlanFrame,
  type PlanView,
} from './plan-view.ts'

const animationMs = 160
/** Share of the view that an arrow key moves. */
const panFraction = 0.2

export interface PlanCamera {
  frame: PlanFrame
  view: PlanView
  /** Plan units per screen pixel. */
  unit: number
  /** Zooms while keeping `at` in place; defaults to the centre of the view. */
  zoomBy: (factor: number, at?: Point) => void
  showAll: () => void
  /** Moves the view if the box is not visible. */
  show: (box: { x: number; y: number; width: number; height: number }) => void
  /** Handles a key and returns whether it was used; plus and minus zoom at `at`. */
  onKey: (key: string, isShifted: boolean, at: Point | undefined) => boolean
}

/** The visible part of a plan, controlled by wheel, drag, touch, keys and buttons; see `watchGestures`. */
export function usePlanView(plan: PlanSize, svg: RefObject<SVGSVGElement | null>): PlanCamera {
  const { width, height } = plan
  const frame = useMemo(() => frameOf({ width, height }), [width, height])
  const [view, setView] = useState(() => fullView(frame))
  const [pixels, setPixels] = useState(0)
  /** The view shown and the view that an animation is moving to; further steps start from the latter. */
  const latest = useRef(view)
  const targetView = useRef(view)
  const animationFrame = useRef(0)

  const draw = useCallback((newView: PlanView) => {
    latest.current = newView
    setView(newView)
  }, [])
  const jumpTo = useCallback(
    (newView: PlanView) => {
      cancelAnimationFrame(animationFrame.current)
      targetView.current = newView
      draw(newView)
    },
    [draw],
  )

  const animateTo = useCallback(
    (target: PlanView) => {
      if (window.matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden)
        return jumpTo(target)
      cancelAnimationFrame(animationFrame.current)
      targetView.current = target
      const from = latest.current
      const start = performance.now()
      const step = (timestamp: number) => {
        const progress = Math.min(1, Math.max(0, timestamp - start) / animationMs)
        draw(interpolate(from, target, 1 - (1 - progress) ** 3))
        if (progress < 1) animationFrame.current = requestAnimationFrame(step)
      }
      animationFrame.current = requestAnimationFrame(step)
    },
    [draw, jumpTo],
  )

  useEffect(() => () => cancelAnimationFrame(animationFrame.current), [])

  useLayoutEffect(() => {
    const element = svg.current
    if (!element) return undefined
    const measure = () => setPixels(element.getBoundingClientRect().width)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [svg])

  useEffect(() => {
    const element = svg.current
    if (!element) return undefined
    const pointAt = (x: number, y: number): Point => {
      const box = element.getBoundingClientRect()
      const { left, top } = latest.current
      const visibleSize = visibleSizeOf(frame, latest.current)
      return [
        left + ((x - box.left) / (box.width || 1)) * visibleSize.width,
        top + ((y - box.top) / (box.height || 1)) * visibleSize.height,
      ]
    }
    return watchGestures(element, {
      isZoomed: () => latest.current.zoom > 1,
      zoom: (factor, x, y) => jumpTo(zoomAt(frame, latest.current, factor, pointAt(x, y))),
      drag(fromX, fromY, toX, toY) {
        const [ax, ay] = pointAt(fromX, fromY)
        const [bx, by] = pointAt(toX, toY)
        jumpTo(panBy(frame, latest.current, ax - bx, ay - by))
      },
    })
  }, [svg, frame, jumpTo])

  const zoomBy = useCallback(
    (factor: number, at = centreOf(frame, targetView.current)) =>
      animateTo(zoomAt(frame, targetView.current, factor, at)),
    [frame, animateTo],
  )
  const showAll = useCallback(() => animateTo(fullView(frame)), [frame, animateTo])
  const show = useCallback<PlanCamera['show']>(
    (box) => {
      const target = viewContaining(frame, targetView.current, box)
      if (target.left !== targetView.current.left || target.top !== targetView.current.top) animateTo(target)
    },
    [frame, animateTo],
  )

  const onKey: PlanCamera['onKey'] = (key, isShifted, at) => {
    const { width: across, height: down } = visibleSizeOf(frame, targetView.current)
    const pans: Record<string, [right: number, down: number]> = {
      ArrowRight: [across * panFraction, 0],
      ArrowLeft: [-across * panFraction, 0],
      ArrowDown: [0, down * panFraction],
      ArrowUp: [0, -down * panFraction],
    }
    const pan = isShifted ? pans[key] : undefined
    if (pan) animateTo(panBy(frame, targetView.current, ...pan))
    else if (key === '+' || key === '=') zoomBy(zoomStep, at)
    else if (key === '-' || key === '−') zoomBy(1 / zoomStep, at)
    else if (key === '0') showAll()
    else return false
    return true
  }

  // Before layout, one pixel is one unit.
  const unit = pixels > 0 ? visibleSizeOf(frame, view).width / pixels : 1
  return { frame, view, unit, zoomBy, showAll, show, onKey }
}

function interpolate(from: PlanView, to: PlanView, progress: number): PlanView {
  const lerp = (start: number, end: number) => start + (end - start) * progress
  return { left: lerp(from.left, to.left), top: lerp(from.top, to.top), zoom: lerp(from.zoom, to.zoom) }
}

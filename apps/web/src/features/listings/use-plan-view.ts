import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { PlanSize, Point } from './plan-shape.ts'
import { watchGestures } from './plan-gestures.ts'
import {
  frameOf,
  middleOf,
  panBy,
  sizeOf,
  viewOn,
  wholeView,
  zoomAt,
  zoomStep,
  type PlanFrame,
  type PlanView,
} from './plan-view.ts'

const glideMs = 160
/** An arrow key moves by this share of what is in sight. */
const stride = 0.2

export interface PlanCamera {
  frame: PlanFrame
  view: PlanView
  /** Units of the plan that a pixel of the screen stands for. */
  unit: number
  zoomBy: (factor: number) => void
  showAll: () => void
  /** Brings the box into sight where it is not. */
  show: (box: { x: number; y: number; width: number; height: number }) => void
  /** Takes a key, and says whether it meant anything. */
  onKey: (key: string, isShifted: boolean) => boolean
}

/** What is in sight of a plan, moved by wheel, drag, fingers, keys and buttons; see `watchGestures` for the pointer. */
export function usePlanView(plan: PlanSize, svg: RefObject<SVGSVGElement | null>): PlanCamera {
  const { width, height } = plan
  const frame = useMemo(() => frameOf({ width, height }), [width, height])
  const [view, setView] = useState(() => wholeView(frame))
  const [pixels, setPixels] = useState(0)
  const latest = useRef(view)
  const glide = useRef(0)

  const set = useCallback((next: PlanView) => {
    cancelAnimationFrame(glide.current)
    latest.current = next
    setView(next)
  }, [])

  const glideTo = useCallback(
    (target: PlanView) => {
      if (window.matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden) return set(target)
      const from = latest.current
      const start = performance.now()
      const step = (now: number) => {
        const share = Math.min(1, (now - start) / glideMs)
        set(between(from, target, 1 - (1 - share) ** 3))
        if (share < 1) glide.current = requestAnimationFrame(step)
      }
      cancelAnimationFrame(glide.current)
      glide.current = requestAnimationFrame(step)
    },
    [set],
  )

  useEffect(() => () => cancelAnimationFrame(glide.current), [])

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
      const inSight = sizeOf(frame, latest.current)
      return [
        left + ((x - box.left) / (box.width || 1)) * inSight.width,
        top + ((y - box.top) / (box.height || 1)) * inSight.height,
      ]
    }
    return watchGestures(element, {
      isZoomed: () => latest.current.zoom > 1,
      zoom: (factor, x, y) => set(zoomAt(frame, latest.current, factor, pointAt(x, y))),
      drag(fromX, fromY, toX, toY) {
        const [ax, ay] = pointAt(fromX, fromY)
        const [bx, by] = pointAt(toX, toY)
        set(panBy(frame, latest.current, ax - bx, ay - by))
      },
    })
  }, [svg, frame, set])

  const zoomBy = useCallback(
    (factor: number) => glideTo(zoomAt(frame, latest.current, factor, middleOf(frame, latest.current))),
    [frame, glideTo],
  )
  const showAll = useCallback(() => glideTo(wholeView(frame)), [frame, glideTo])
  const show = useCallback<PlanCamera['show']>(
    (box) => {
      const target = viewOn(frame, latest.current, box)
      if (target.left !== latest.current.left || target.top !== latest.current.top) glideTo(target)
    },
    [frame, glideTo],
  )

  function onKey(key: string, isShifted: boolean): boolean {
    const { width: across, height: down } = sizeOf(frame, latest.current)
    const pans: Record<string, [right: number, down: number]> = {
      ArrowRight: [across * stride, 0],
      ArrowLeft: [-across * stride, 0],
      ArrowDown: [0, down * stride],
      ArrowUp: [0, -down * stride],
    }
    const pan = isShifted ? pans[key] : undefined
    if (pan) glideTo(panBy(frame, latest.current, ...pan))
    else if (key === '+' || key === '=') zoomBy(zoomStep)
    else if (key === '-' || key === '−') zoomBy(1 / zoomStep)
    else if (key === '0') showAll()
    else return false
    return true
  }

  // Without a layout, a pixel is a unit.
  const unit = pixels > 0 ? sizeOf(frame, view).width / pixels : 1
  return { frame, view, unit, zoomBy, showAll, show, onKey }
}

function between(from: PlanView, to: PlanView, share: number): PlanView {
  const mix = (start: number, end: number) => start + (end - start) * share
  return { left: mix(from.left, to.left), top: mix(from.top, to.top), zoom: mix(from.zoom, to.zoom) }
}

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
  /** Keeps what is at this point where it is; without one, the middle of what is in sight. */
  zoomBy: (factor: number, at?: Point) => void
  showAll: () => void
  /** Brings the box into sight where it is not. */
  show: (box: { x: number; y: number; width: number; height: number }) => void
  /** Takes a key, and says whether it meant anything; `at` is where plus and minus zoom. */
  onKey: (key: string, isShifted: boolean, at: Point | undefined) => boolean
}

/** What is in sight of a plan, moved by wheel, drag, fingers, keys and buttons; see `watchGestures` for the pointer. */
export function usePlanView(plan: PlanSize, svg: RefObject<SVGSVGElement | null>): PlanCamera {
  const { width, height } = plan
  const frame = useMemo(() => frameOf({ width, height }), [width, height])
  const [view, setView] = useState(() => wholeView(frame))
  const [pixels, setPixels] = useState(0)
  /** What is shown, and where a glide is on its way to: the next step goes on from there. */
  const latest = useRef(view)
  const aim = useRef(view)
  const glide = useRef(0)

  const draw = useCallback((next: PlanView) => {
    latest.current = next
    setView(next)
  }, [])
  const set = useCallback(
    (next: PlanView) => {
      cancelAnimationFrame(glide.current)
      aim.current = next
      draw(next)
    },
    [draw],
  )

  const glideTo = useCallback(
    (target: PlanView) => {
      if (window.matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden) return set(target)
      cancelAnimationFrame(glide.current)
      aim.current = target
      const from = latest.current
      const start = performance.now()
      const step = (now: number) => {
        const share = Math.min(1, Math.max(0, now - start) / glideMs)
        draw(between(from, target, 1 - (1 - share) ** 3))
        if (share < 1) glide.current = requestAnimationFrame(step)
      }
      glide.current = requestAnimationFrame(step)
    },
    [draw, set],
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
    (factor: number, at = middleOf(frame, aim.current)) => glideTo(zoomAt(frame, aim.current, factor, at)),
    [frame, glideTo],
  )
  const showAll = useCallback(() => glideTo(wholeView(frame)), [frame, glideTo])
  const show = useCallback<PlanCamera['show']>(
    (box) => {
      const target = viewOn(frame, aim.current, box)
      if (target.left !== aim.current.left || target.top !== aim.current.top) glideTo(target)
    },
    [frame, glideTo],
  )

  const onKey: PlanCamera['onKey'] = (key, isShifted, at) => {
    const { width: across, height: down } = sizeOf(frame, aim.current)
    const pans: Record<string, [right: number, down: number]> = {
      ArrowRight: [across * stride, 0],
      ArrowLeft: [-across * stride, 0],
      ArrowDown: [0, down * stride],
      ArrowUp: [0, -down * stride],
    }
    const pan = isShifted ? pans[key] : undefined
    if (pan) glideTo(panBy(frame, aim.current, ...pan))
    else if (key === '+' || key === '=') zoomBy(zoomStep, at)
    else if (key === '-' || key === '−') zoomBy(1 / zoomStep, at)
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

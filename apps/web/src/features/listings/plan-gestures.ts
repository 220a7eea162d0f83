/** What a pointer does to the plan; places are those of the window. */
interface PlanHands {
  isZoomed: () => boolean
  zoom: (factor: number, x: number, y: number) => void
  drag: (fromX: number, fromY: number, toX: number, toY: number) => void
}

/** A press that moves farther than this is a drag, and chooses no block. */
const dragFrom = 4

/**
 * Ctrl and wheel (which is also what a pinch on a touchpad sends) and two fingers zoom; one finger or the mouse drags what is
 * zoomed in. All else stays the page's: a bare wheel and one finger on the whole plan scroll it. Answers how to stop.
 */
export function watchGestures(element: SVGSVGElement, hands: PlanHands): () => void {
  const fingers = new Map<number, { x: number; y: number }>()
  let hasMoved = false

  function onWheel(event: WheelEvent) {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    hands.zoom(
      Math.exp(-Math.max(-60, Math.min(60, event.deltaY * lines)) / 120),
      event.clientX,
      event.clientY,
    )
  }

  function onDown(event: PointerEvent) {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    if (fingers.size === 0) hasMoved = false
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }

  function onMove(event: PointerEvent) {
    const before = fingers.get(event.pointerId)
    if (!before || fingers.size > 2) return
    const now = { x: event.clientX, y: event.clientY }
    if (!hasMoved && Math.hypot(now.x - before.x, now.y - before.y) < dragFrom) return
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    if (other) pinch(before, now, other)
    else if (hands.isZoomed()) hands.drag(before.x, before.y, now.x, now.y)
    else return
    if (!hasMoved) element.setPointerCapture(event.pointerId)
    hasMoved = true
    fingers.set(event.pointerId, now)
  }

  type Finger = { x: number; y: number }
  /** What lay between the two fingers stays there. */
  function pinch(before: Finger, now: Finger, other: Finger) {
    const spread = Math.hypot(before.x - other.x, before.y - other.y)
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
    hands.drag((before.x + other.x) / 2, (before.y + other.y) / 2, middle.x, middle.y)
    if (spread > 0) hands.zoom(Math.hypot(now.x - other.x, now.y - other.y) / spread, middle.x, middle.y)
  }

  function onUp(event: PointerEvent) {
    fingers.delete(event.pointerId)
  }

  /** The click that ends a drag is none. */
  function onClick(event: MouseEvent) {
    if (!hasMoved) return
    hasMoved = false
    event.stopPropagation()
    event.preventDefault()
  }

  // The page must not scroll or zoom along; `touch-action` alone cannot tell one finger from two.
  function onTouch(event: TouchEvent) {
    if (event.cancelable && (event.touches.length > 1 || hands.isZoomed())) event.preventDefault()
  }

  const watched = new AbortController()
  const { signal } = watched
  element.addEventListener('wheel', onWheel, { passive: false, signal })
  element.addEventListener('touchmove', onTouch, { passive: false, signal })
  element.addEventListener('pointerdown', onDown, { signal })
  element.addEventListener('pointermove', onMove, { signal })
  for (const end of ['pointerup', 'pointercancel'] as const) {
    // Outside too, where the pointer was not captured yet.
    window.addEventListener(end, onUp, { signal })
  }
  element.addEventListener('click', onClick, { capture: true, signal })
  return () => watched.abort()
}

/** Pointer actions on the plan; coordinates are relative to the window. */
interface GestureHandlers {
  isZoomed: () => boolean
  zoom: (factor: number, x: number, y: number) => void
  drag: (fromX: number, fromY: number, toX: number, toY: number) => void
}

/** Movement in pixels that turns a press into a drag. */
const dragThreshold = 4

/**
 * Ctrl with the wheel (also sent by touchpad pinches) and two fingers zoom; one finger or the mouse drags when zoomed
 * in. Everything else scrolls the page. Returns a cleanup function.
 */
export function watchGestures(element: SVGSVGElement, handlers: GestureHandlers): () => void {
  const pointers = new Map<number, { x: number; y: number }>()
  let hasMoved = false

  function onWheel(event: WheelEvent) {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    handlers.zoom(
      Math.exp(-Math.max(-60, Math.min(60, event.deltaY * lines)) / 120),
      event.clientX,
      event.clientY,
    )
  }

  function onDown(event: PointerEvent) {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    if (pointers.size === 0) hasMoved = false
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }

  function onMove(event: PointerEvent) {
    const previous = pointers.get(event.pointerId)
    if (!previous || pointers.size > 2) return
    const current = { x: event.clientX, y: event.clientY }
    if (!hasMoved && Math.hypot(current.x - previous.x, current.y - previous.y) < dragThreshold) return
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    if (other) pinch(previous, current, other)
    else if (handlers.isZoomed()) handlers.drag(previous.x, previous.y, current.x, current.y)
    else return
    if (!hasMoved) element.setPointerCapture(event.pointerId)
    hasMoved = true
    pointers.set(event.pointerId, current)
  }

  type PointerPosition = { x: number; y: number }
  /** Keeps the point between the fingers in place. */
  function pinch(previous: PointerPosition, current: PointerPosition, other: PointerPosition) {
    const distance = Math.hypot(previous.x - other.x, previous.y - other.y)
    const middle = { x: (current.x + other.x) / 2, y: (current.y + other.y) / 2 }
    handlers.drag((previous.x + other.x) / 2, (previous.y + other.y) / 2, middle.x, middle.y)
    if (distance > 0)
      handlers.zoom(Math.hypot(current.x - other.x, current.y - other.y) / distance, middle.x, middle.y)
  }

  function onUp(event: PointerEvent) {
    pointers.delete(event.pointerId)
  }

  /** Ignores the click that ends a drag. */
  function onClick(event: MouseEvent) {
    if (!hasMoved) return
    hasMoved = false
    event.stopPropagation()
    event.preventDefault()
  }

  // Keeps the page from scrolling or zooming; `touch-action` can't distinguish one finger from two.
  function onTouch(event: TouchEvent) {
    if (event.cancelable && (event.touches.length > 1 || handlers.isZoomed())) event.preventDefault()
  }

  const controller = new AbortController()
  const { signal } = controller
  element.addEventListener('wheel', onWheel, { passive: false, signal })
  element.addEventListener('touchmove', onTouch, { passive: false, signal })
  element.addEventListener('pointerdown', onDown, { signal })
  element.addEventListener('pointermove', onMove, { signal })
  for (const end of ['pointerup', 'pointercancel'] as const) {
    // The pointer may be released outside before it is captured.
    window.addEventListener(end, onUp, { signal })
  }
  element.addEventListener('click', onClick, { capture: true, signal })
  return () => controller.abort()
}

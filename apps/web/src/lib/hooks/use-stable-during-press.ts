import { useState, useSyncExternalStore } from 'react'

let isPressed = false
let release: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function setPressed(pressed: boolean): void {
  clearTimeout(release)
  if (isPressed === pressed) return
  isPressed = pressed
  for (const listener of listeners) listener()
}

const press = () => setPressed(true)
const end = () => setPressed(false)

/** The click follows in the same task; a press that ends elsewhere has none. */
function endAfterClick(): void {
  clearTimeout(release)
  release = setTimeout(end, 0)
}

const endings = ['pointerup', 'mouseup', 'pointercancel', 'dragend'] as const

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Touch sends its mouse events after the finger has left, so both kinds count.
    for (const type of ['pointerdown', 'mousedown'] as const) window.addEventListener(type, press, true)
    for (const type of endings) window.addEventListener(type, endAfterClick, true)
    window.addEventListener('click', end)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    for (const type of ['pointerdown', 'mousedown'] as const) window.removeEventListener(type, press, true)
    for (const type of endings) window.removeEventListener(type, endAfterClick, true)
    window.removeEventListener('click', end)
    end()
  }
}

/**
 * Returns the value, unchanged while a mouse button or finger is down. Use it for content that appears on blur: moving
 * the pressed control away between press and release would swallow the click.
 */
export function useStableDuringPress<Value>(value: Value): Value {
  const pressed = useSyncExternalStore(subscribe, () => isPressed)
  const [stableValue, setStableValue] = useState(value)
  if (pressed) return stableValue
  if (!Object.is(stableValue, value)) setStableValue(value)
  return value
}

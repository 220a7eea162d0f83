import { useEffect, useRef, useState, type RefCallback } from 'react'

/** Calls `onVisible` when the element becomes visible while enabled; does nothing without `IntersectionObserver`. */
export function useOnVisible(isEnabled: boolean, onVisible: () => void): RefCallback<HTMLDivElement> {
  const [target, setTarget] = useState<HTMLDivElement | null>(null)
  const callback = useRef(onVisible)
  useEffect(() => {
    callback.current = onVisible
  })
  useEffect(() => {
    if (!isEnabled || !target || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) callback.current()
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [isEnabled, target])
  return setTarget
}

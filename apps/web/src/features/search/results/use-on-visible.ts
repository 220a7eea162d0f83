import { useEffect, useRef, type RefObject } from 'react'

/** Calls `onVisible` when the element becomes visible while enabled; does nothing without `IntersectionObserver`. */
export function useOnVisible(isEnabled: boolean, onVisible: () => void): RefObject<HTMLDivElement | null> {
  const target = useRef<HTMLDivElement>(null)
  const callback = useRef(onVisible)
  useEffect(() => {
    callback.current = onVisible
  })
  useEffect(() => {
    if (!isEnabled || !target.current || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) callback.current()
    })
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [isEnabled])
  return target
}

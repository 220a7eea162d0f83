import { useEffect, useRef, type RefObject } from 'react'

/** Calls back while the element is in sight and there is something to do; where nothing tells, nothing is done. */
export function useSeen(isWaiting: boolean, onSeen: () => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const act = useRef(onSeen)
  useEffect(() => {
    act.current = onSeen
  })
  useEffect(() => {
    if (!isWaiting || !element.current || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) act.current()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isWaiting])
  return element
}

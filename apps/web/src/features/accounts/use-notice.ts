import { useEffect, useEffectEvent, useState } from 'react'

/** How long a notice stands before the screen goes on (spec §4, §9). */
const noticeMs = 2500

/** A message that stands for 2.5 seconds; then `onGone` says where to go. */
export function useNotice(onGone: () => void) {
  const [notice, setNotice] = useState<string | null>(null)
  const goOn = useEffectEvent(onGone)
  useEffect(() => {
    if (notice === null) return undefined
    const timer = setTimeout(() => goOn(), noticeMs)
    return () => clearTimeout(timer)
  }, [notice])
  return { notice, showNotice: setNotice }
}

import { useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds for which a notice is shown (spec §4, §9). */
const noticeMs = 2500

/** Shows a message for 2.5 seconds, then calls `onHidden`. */
export function useNotice(onHidden: () => void) {
  const [notice, setNotice] = useState<string | null>(null)
  const notifyHidden = useEffectEvent(onHidden)
  useEffect(() => {
    if (notice === null) return undefined
    const timer = setTimeout(() => notifyHidden(), noticeMs)
    return () => clearTimeout(timer)
  }, [notice])
  return { notice, showNotice: setNotice }
}

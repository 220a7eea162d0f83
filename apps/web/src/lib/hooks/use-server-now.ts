import { useEffect, useState } from 'react'
import { clockOffset } from '#web/lib/clock-offset.ts'

const serverNow = () => Date.now() + clockOffset()

/** Server time in milliseconds, updated every minute; for displays in days or hours. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

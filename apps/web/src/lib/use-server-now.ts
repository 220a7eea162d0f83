import { useEffect, useState } from 'react'
import { clockOffset } from './clock-offset.ts'

const serverNow = () => Date.now() + clockOffset()

/** The time by the server's clock in milliseconds, renewed every minute: for what is counted in days or hours. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

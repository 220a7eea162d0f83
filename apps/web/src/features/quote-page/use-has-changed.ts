import { useState } from 'react'

/** Whether the value is another one than when the component was first drawn, or has been since. */
export function useHasChanged(value: unknown): boolean {
  const [first] = useState(value)
  const [wasOther, setOther] = useState(false)
  if (!wasOther && value !== first) setOther(true)
  return wasOther
}

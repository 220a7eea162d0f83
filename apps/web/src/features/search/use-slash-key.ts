import { useEffect, useRef } from 'react'
import { isPageKey } from '#web/lib/is-page-key.ts'

/** `/` leads to the search from anywhere that is not itself a place to write. */
export function useSlashKey(onSlash: () => void): void {
  const act = useRef(onSlash)
  useEffect(() => {
    act.current = onSlash
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || !isPageKey(event)) return
      event.preventDefault()
      act.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

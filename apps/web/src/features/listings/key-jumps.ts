import { useEffect, type RefObject } from 'react'
import { isPageKey } from '#web/lib/is-page-key.ts'

/** `F` leads to the filters and `L` to the listings, from anywhere on the page but a field or a dialog. */
export function useJumpKeys(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isPageKey(event)) return
      const places: Record<string, HTMLElement | null | undefined> = {
        f: bar.current?.querySelector<HTMLElement>('input:checked'),
        l: document.querySelector<HTMLElement>('[data-row][tabindex="0"]'),
      }
      const place = places[event.key.toLowerCase()]
      if (!place) return
      event.preventDefault()
      place.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [bar])
}

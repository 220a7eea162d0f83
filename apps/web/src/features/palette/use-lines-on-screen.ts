import { startTransition, useEffect, useState } from 'react'
import type { EntryGroup } from './palette-entry.ts'

/** As many lines as fit into most windows. */
const linesOnScreen = 16

/** Only the lines that can be seen while the palette opens, and all of them once it has been painted. */
export function useLinesOnScreen(groups: readonly EntryGroup[]): readonly EntryGroup[] {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted ? groups : firstLines(groups, linesOnScreen)
}

function firstLines(groups: readonly EntryGroup[], count: number): EntryGroup[] {
  let left = count
  return groups.flatMap(({ title, entries }) => {
    const shown = entries.slice(0, Math.max(0, left))
    left -= entries.length
    return shown.length === 0 ? [] : [{ title, entries: shown }]
  })
}

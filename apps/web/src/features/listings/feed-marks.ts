import { useState } from 'react'
import type { RowMark } from './rows.ts'
import type { Departed } from './use-row-holds.ts'

/** How long a change is marked (product.md §3). */
const markedFor = 2000

/** What has just changed in the list of this key, as far as it is still told. Of another list nothing has. */
export function useFeedMarks(list: string) {
  const [marks, setMarks] = useState<ReadonlyMap<string, RowMark>>(new Map())
  const [gone, setGone] = useState<readonly Departed[]>([])
  const [toldOf, setToldOf] = useState(list)
  if (toldOf !== list) {
    setToldOf(list)
    setMarks(new Map())
    setGone([])
  }

  function tell(changed: ReadonlyMap<string, RowMark>, left: readonly Departed[]): void {
    if (left.length > 0) setGone((known) => [...known, ...left])
    if (changed.size === 0) return
    setMarks((known) => new Map([...known, ...changed]))
    setTimeout(
      () => setMarks((known) => new Map([...known].filter(([id, mark]) => changed.get(id) !== mark))),
      markedFor,
    )
  }

  function forgetGone(ids: readonly string[]): void {
    setGone((known) => known.filter(({ listing }) => !ids.includes(listing.id)))
  }

  return { marks, gone, tell, forgetGone }
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { changedPaths, type DraftFields } from './draft-fields.ts'

/** The value from another device, and whether the field had been edited here before it arrived. */
interface RemoteChange {
  text: string
  wasEditedHere: boolean
}

/** Fields of the draft that another device or tab changed. `saved` is `undefined` until the draft has loaded. */
export function useRemoteChanges(saved: DraftFields | undefined, localEdits: DraftFields) {
  const [changes, setChanges] = useState<ReadonlyMap<string, RemoteChange>>(new Map())
  const seen = useRef(saved)
  /** Every value sent from here, by path, so a late response does not count as a remote change. */
  const sent = useRef(new Map<string, ReadonlySet<string>>())

  const recordChanges = useEffectEvent((before: DraftFields, after: DraftFields) => {
    const updated = new Map(changes)
    for (const path of changedPaths(before, after)) {
      const text = after.get(path) ?? ''
      if (sent.current.get(path)?.has(text)) updated.delete(path)
      else updated.set(path, { text, wasEditedHere: localEdits.has(path) })
    }
    setChanges(updated)
  })

  useEffect(() => {
    if (saved === undefined) return
    const before = seen.current ?? saved
    seen.current = saved
    if (before !== saved) recordChanges(before, saved)
  }, [saved])

  return {
    /** Fields that show the remote value. Editing one here makes it local again. */
    applied: [...changes].flatMap(([path, { wasEditedHere }]) =>
      wasEditedHere || localEdits.has(path) ? [] : [path],
    ),
    /** Fields that keep the local value, with the remote one. */
    conflicting: new Map(
      [...changes].flatMap(([path, { text, wasEditedHere }]) =>
        wasEditedHere && localEdits.get(path) !== text ? [[path, text] as const] : [],
      ),
    ),
    clear: () => setChanges(new Map()),
    /** Records values sent from here. The server returns them trimmed. */
    recordSent(fields: DraftFields) {
      for (const [path, text] of fields) {
        sent.current.set(path, new Set([...(sent.current.get(path) ?? []), text, text.trim()]))
      }
    },
  }
}

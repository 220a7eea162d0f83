import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { changedPaths, type DraftFields } from './draft-fields.ts'

/** What a field says elsewhere, and whether it was typed here before that came. */
interface Change {
  text: string
  isTyped: boolean
}

/**
 * Which fields of the draft the server has come to keep otherwise than it did, and not by what was sent from here: somebody
 * fills in the same form on another device, or in another tab. `kept` is undefined while it is not known.
 */
export function useChangedElsewhere(kept: DraftFields | undefined, typed: DraftFields) {
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map())
  const seen = useRef(kept)
  /** By path, all that was ever sent from here: an answer may come late. */
  const sent = useRef(new Map<string, ReadonlySet<string>>())

  const note = useEffectEvent((before: DraftFields, after: DraftFields) => {
    const next = new Map(changes)
    for (const path of changedPaths(before, after)) {
      const text = after.get(path) ?? ''
      if (sent.current.get(path)?.has(text)) next.delete(path)
      else next.set(path, { text, isTyped: typed.has(path) })
    }
    setChanges(next)
  })

  useEffect(() => {
    if (kept === undefined) return
    const before = seen.current ?? kept
    seen.current = kept
    if (before !== kept) note(before, kept)
  }, [kept])

  return {
    /** Fields that show what stands there; one that was typed in since is the buyer's own again. */
    taken: [...changes].flatMap(([path, { isTyped }]) => (isTyped || typed.has(path) ? [] : [path])),
    /** Fields that show what was typed here, each with what stands there. */
    refused: new Map(
      [...changes].flatMap(([path, { text, isTyped }]) =>
        isTyped && typed.get(path) !== text ? [[path, text] as const] : [],
      ),
    ),
    forget: () => setChanges(new Map()),
    /** These go from here, and come back without blanks around them. */
    send(fields: DraftFields) {
      for (const [path, text] of fields) {
        sent.current.set(path, new Set([...(sent.current.get(path) ?? []), text, text.trim()]))
      }
    },
  }
}

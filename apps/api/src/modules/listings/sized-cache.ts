/** Things by name, as many as fit into a number of bytes; what was not asked for the longest goes first. */
export interface SizedCache<Thing> {
  get(key: string): Thing | undefined
  set(key: string, thing: Thing, size: number): void
  remove(key: string): void
  removeWhere(isMeant: (thing: Thing) => boolean): void
}

export function createSizedCache<Thing>(most: number): SizedCache<Thing> {
  // The map keeps the order of use.
  const kept = new Map<string, { thing: Thing; size: number }>()
  let total = 0

  function remove(key: string): void {
    total -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }

  return {
    get(key) {
      const entry = kept.get(key)
      if (!entry) return undefined
      kept.delete(key)
      kept.set(key, entry)
      return entry.thing
    },
    set(key, thing, size) {
      remove(key)
      if (size > most) return
      kept.set(key, { thing, size })
      total += size
      for (const oldest of kept.keys()) {
        if (total <= most) return
        remove(oldest)
      }
    },
    remove,
    removeWhere(isMeant) {
      for (const [key, { thing }] of kept) if (isMeant(thing)) remove(key)
    },
  }
}

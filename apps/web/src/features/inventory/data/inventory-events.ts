type Listener = (listingIds: readonly string[] | null) => void

const listeners = new Set<Listener>()

/** Calls the listener when listings of the team changed; `null`: too many to name, or updates may have been missed. */
export function onInventoryUpdate(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Publishes to the shown lists which listings changed. */
export function publishInventoryUpdate(listingIds: readonly string[] | null): void {
  for (const listener of listeners) listener(listingIds)
}

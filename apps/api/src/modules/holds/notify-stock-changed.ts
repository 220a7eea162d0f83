export interface StockChangeDeps {
  /** Invalidates this process's cache at once, so that the team's next read includes its own change. */
  eventCache: { invalidate(eventId: number): void }
  outbox: { wake(): void }
}

/** Invalidates the cached events of these holds in this process and wakes the outbox for the others. */
export function notifyStockChanged(
  { eventCache, outbox }: StockChangeDeps,
  holds: readonly { eventId: number }[],
): void {
  for (const { eventId } of holds) eventCache.invalidate(eventId)
  outbox.wake()
}

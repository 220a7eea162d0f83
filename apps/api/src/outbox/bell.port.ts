/**
 * Says to the other processes that something has been committed, so that they look at once instead of by the clock. It
 * carries nothing: what happened stands in the outbox, so a ring that is lost costs a delay, one that comes twice or late a
 * look for nothing, and one that somebody forges no more.
 */
export interface Bell {
  /** Never waits and never fails. */
  ring(): void
  /** Whether the rings of others come through now; while they do not, the clock has to serve. */
  isHeard(): boolean
  /**
   * Begins to listen, without waiting for the other side. `onRing` is called also where rings may have been missed, and
   * when they stop coming through.
   */
  open(onRing: () => void): void
  close(): Promise<void>
}

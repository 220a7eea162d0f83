/**
 * Wakes other processes after a commit. A wake-up carries no data, since the outbox is the source of truth: a lost
 * one costs a delay, a duplicate or forged one an extra poll.
 */
export interface WakeUpChannel {
  /** Never waits and never fails. */
  notify(): void
  /** Whether wake-ups arrive now; while they do not, the process polls. */
  isConnected(): boolean
  /**
   * Starts listening without waiting for a connection. Also calls `onWakeUp` when wake-ups may have been missed and
   * when the connection is lost.
   */
  open(onWakeUp: () => void): void
  close(): Promise<void>
}

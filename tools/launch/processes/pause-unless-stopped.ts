import { setTimeout as wait } from 'node:timers/promises'

/** Waits, or resolves early when `stopping` fires. */
export async function pauseUnlessStopped(milliseconds: number, stopping: AbortSignal): Promise<void> {
  // The signal rejects the promise.
  await wait(milliseconds, undefined, { signal: stopping }).catch(() => undefined)
}

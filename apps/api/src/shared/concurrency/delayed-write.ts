import { runDetached } from '#api/tracing/active-span.ts'

interface DelayedWrite {
  /** Writes after the delay, unless that is due already. */
  request: () => void
  /** Writes now, or once the running write has ended. */
  flush: () => Promise<void>
}

/** Writes once for all requests within `delayMs`, one write at a time. `write` handles its errors. */
export function createDelayedWrite(write: () => Promise<void>, delayMs: number): DelayedWrite {
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    request() {
      timer ??= runDetached(() => setTimeout(() => void flush(), delayMs)).unref()
    },
    flush,
  }
}

export interface Coalescer<Key, Value> {
  /** Queues entries; a later value replaces an earlier one of the same key. */
  add: (entries: Iterable<readonly [Key, Value]>) => void
  /** Drops queued entries and ignores new ones. */
  stop: () => void
}

/**
 * Batches entries for `work`: runs immediately when idle, otherwise after the current run and a pause. One run at a
 * time. `work` handles its own errors.
 */
export function coalesce<Key, Value>(
  work: (entries: ReadonlyMap<Key, Value>) => Promise<void>,
  pauseMs: number,
): Coalescer<Key, Value> {
  let pending = new Map<Key, Value>()
  let isBusy = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    if (isBusy || isStopped || pending.size === 0) return
    isBusy = true
    const entries = pending
    pending = new Map()
    try {
      await work(entries)
    } finally {
      timer = setTimeout(() => {
        isBusy = false
        void run()
      }, pauseMs)
    }
  }

  return {
    add(entries) {
      for (const [key, value] of entries) pending.set(key, value)
      void run()
    },
    stop() {
      isStopped = true
      pending.clear()
      clearTimeout(timer)
    },
  }
}

export interface Conflator<Key, Value> {
  /** Takes the entries; of two for one key the later stands. */
  add: (entries: Iterable<readonly [Key, Value]>) => void
  /** Forgets what waits, and does nothing from now on. */
  stop: () => void
}

/**
 * Does `work` with all that was added since it last began: at once where it rests, else when it is done and the pause is
 * over. However fast things are added, it runs once at a time and no more often than that. It sees to its own failures.
 */
export function conflate<Key, Value>(
  work: (entries: ReadonlyMap<Key, Value>) => Promise<void>,
  pauseMs: number,
): Conflator<Key, Value> {
  let waiting = new Map<Key, Value>()
  let isBusy = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    if (isBusy || isStopped || waiting.size === 0) return
    isBusy = true
    const entries = waiting
    waiting = new Map()
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
      for (const [key, value] of entries) waiting.set(key, value)
      void run()
    },
    stop() {
      isStopped = true
      waiting.clear()
      clearTimeout(timer)
    },
  }
}

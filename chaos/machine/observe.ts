import { setTimeout as pause } from 'node:timers/promises'

/** A status of `/health/ready` and its time; 0 is no response. */
interface Sample {
  at: number
  status: number
}

export interface Observer {
  /** Milliseconds from `from` until it was not ready; `undefined` if it never was until `to`. */
  timeUntilUnready: (from: number, to: number) => number | undefined
  /** How often it claimed to be ready after it had noticed the fault. */
  countFalseReady: (from: number, to: number) => number
  /** Waits until it is ready and returns how long that took; `undefined` after the limit. */
  waitUntilReady: (limitMs: number) => Promise<number | undefined>
  stop: () => Promise<void>
}

const intervalMs = 200

/** Asks a server again and again whether it is ready. */
export function observeReadiness(port: number): Observer {
  const samples: Sample[] = []
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const at = performance.now()
      samples.push({ at, status: await readStatus(port) })
      await pause(intervalMs)
    }
  })()
  const between = (from: number, to: number) => samples.filter(({ at }) => at >= from && at <= to)
  const firstUnready = (from: number, to: number) => between(from, to).find(({ status }) => status !== 200)
  return {
    timeUntilUnready(from, to) {
      const first = firstUnready(from, to)
      return first && Math.round(first.at - from)
    },
    countFalseReady(from, to) {
      const first = firstUnready(from, to)
      return first ? between(first.at, to).filter(({ status }) => status === 200).length : 0
    },
    async waitUntilReady(limitMs) {
      const from = performance.now()
      while (performance.now() - from < limitMs) {
        if ((await readStatus(port)) === 200) return Math.round(performance.now() - from)
        await pause(100)
      }
      return undefined
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function readStatus(port: number): Promise<number> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}/health/ready`, {
      signal: AbortSignal.timeout(5000),
    })
    return status
  } catch {
    // Not listening, or too slow to count as ready.
    return 0
  }
}

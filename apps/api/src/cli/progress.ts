import { formatCount } from '@terrace/domain/tickets'

export interface Progress {
  step(done: number, total: number): void
  end(): void
}

const everyMs = 500

/** Tells how far a long step has come: in place on a terminal, else one line now and then. */
export function createProgress(label: string): Progress {
  const { isTTY } = process.stderr
  let lastTold = Date.now()
  let isOpen = false
  return {
    step(done, total) {
      const now = Date.now()
      if (now - lastTold < everyMs) return
      lastTold = now
      isOpen = true
      const line = `${label}: ${formatCount(done)} of ${formatCount(total)}`
      process.stderr.write(isTTY ? `\r\x1b[K${line}` : `${line}\n`)
    },
    end() {
      if (isOpen && isTTY) process.stderr.write('\r\x1b[K')
      isOpen = false
    },
  }
}

import { formatCount } from '@terrace/domain/tickets/format-count'

export interface Progress {
  /** `total` is 0 while it is not known. */
  step(done: number, total: number): void
  end(): void
}

const intervalMs = 500

/** Shows the progress of a long step: in place on a terminal, otherwise as an occasional line. */
export function createProgress(label: string): Progress {
  const { isTTY } = process.stderr
  let lastReport = Date.now()
  let isOpen = false
  return {
    step(done, total) {
      const now = Date.now()
      if (now - lastReport < intervalMs) return
      lastReport = now
      isOpen = true
      const line = `${label}: ${formatCount(done)}${total > 0 ? ` of ${formatCount(total)}` : ''}`
      process.stderr.write(isTTY ? `\r\x1b[K${line}` : `${line}\n`)
    },
    end() {
      if (isOpen && isTTY) process.stderr.write('\r\x1b[K')
      isOpen = false
    },
  }
}

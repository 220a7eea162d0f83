import { open } from 'node:fs/promises'
import type { ImportRow } from '#api/modules/catalogue/index.ts'

export interface ResultFile {
  write(rows: readonly ImportRow[]): Promise<void>
  close(): Promise<void>
}

const header = 'line,outcome,reason,event,title,date\n'

/**
 * A CSV file with one line per imported row; a new one is readable by the operator alone.
 * @throws the system's error when it cannot be written
 */
export async function createResultFile(path: string): Promise<ResultFile> {
  const file = await open(path, 'w', 0o600)
  await file.write(header)
  return {
    async write(rows) {
      const lines = rows.map(({ line, outcome, reason, eventId, title, localAt }) =>
        [line, outcome, reason, eventId, title, localAt?.replace('T', ' ') ?? null].map(cellOf).join(','),
      )
      await file.write(lines.map((line) => `${line}\n`).join(''))
    },
    close: () => file.close(),
  }
}

/** A spreadsheet would run a text that starts like a formula. */
function cellOf(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

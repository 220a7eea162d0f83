import { stageBatch, type InputRow } from './stage-batch.ts'
import type { Staging } from './staging.ts'

/** An open write transaction delays the outbox, so batches aim far below the 200 ms that they may take. */
const targetMs = 80
const smallestBatch = 20
const firstBatch = 200
const largestBatch = 1500

/** Stages all rows in batches whose size follows how long the last one took. */
export async function stageRows(
  staging: Staging,
  rows: AsyncIterable<InputRow> | Iterable<InputRow>,
  onProgress?: (done: number) => void,
): Promise<void> {
  let size = firstBatch
  let batch: InputRow[] = []
  const flush = async () => {
    const writtenMs = await stageBatch(staging, batch)
    const next = (batch.length * targetMs) / Math.max(writtenMs, 1)
    size = Math.round(Math.min(largestBatch, 2 * size, Math.max(smallestBatch, next)))
    batch = []
    onProgress?.(staging.position)
  }
  for await (const row of rows) {
    batch.push(row)
    if (batch.length >= size) await flush()
  }
  if (batch.length > 0) await flush()
}

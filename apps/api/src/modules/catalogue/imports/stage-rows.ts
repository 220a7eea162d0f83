import { openCommitPace } from './commit-pace.ts'
import type { InputRow } from './input-row.ts'
import { stageBatch } from './stage-batch.ts'
import type { Staging } from './staging.ts'

/** Stages all rows in batches whose size follows how long the last one took. */
export async function stageRows(
  staging: Staging,
  rows: AsyncIterable<InputRow> | Iterable<InputRow>,
  onProgress?: (done: number) => void,
): Promise<void> {
  const pace = openCommitPace({ first: 200, largest: 1500 })
  let batch: InputRow[] = []
  const flush = async () => {
    const writtenMs = await stageBatch(staging, batch)
    pace.measure(batch.length, writtenMs)
    batch = []
    onProgress?.(staging.position)
  }
  for await (const row of rows) {
    batch.push(row)
    if (batch.length >= pace.size) await flush()
  }
  if (batch.length > 0) await flush()
}

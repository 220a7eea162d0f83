import { openRounds } from '../importers/fixtures/placeholder-rounds.ts'
import { readRounds } from '../importers/fixtures/rounds.repo.ts'
import { resolveRows } from './resolve-rows.ts'
import type { InputRow } from './input-row.ts'
import type { Staging } from './staging.ts'

const batchSize = 500

/**
 * Reads the file's rounds and the stored ones, then the rows again, and hides times that are placeholders. Keeps one
 * entry per round in memory.
 */
export async function* markPlaceholders(
  staging: Staging,
  read: () => AsyncIterable<InputRow>,
  minEvents: number,
): AsyncGenerator<InputRow> {
  const rounds = openRounds(minEvents)
  for await (const batch of batchesOf(read()))
    for (const resolution of await resolveRows(staging, batch))
      if (resolution && 'fixture' in resolution) rounds.add(resolution.fixture)
  const changed = rounds.compare(await readRounds(staging.db, rounds.keys()))
  let fileName = ''
  for await (const batch of batchesOf(read())) {
    const resolutions = await resolveRows(staging, batch)
    for (const [index, row] of batch.entries()) {
      const resolution = resolutions[index]
      fileName = row.fileName
      const isHidden =
        resolution !== undefined && 'fixture' in resolution && rounds.isPlaceholder(resolution.fixture)
      yield isHidden && 'fixture' in row ? { ...row, fixture: { ...row.fixture, timeKnown: false } } : row
    }
  }
  for (const { id, timeKnown } of changed) yield { line: 0, fileName, eventId: id, timeKnown }
}

async function* batchesOf(rows: AsyncIterable<InputRow>): AsyncGenerator<InputRow[]> {
  let batch: InputRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

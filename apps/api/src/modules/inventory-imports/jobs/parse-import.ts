import { formatCount } from '@terrace/domain/tickets/format-count'
import { inTransaction } from '#api/db/transaction.ts'
import { eventKeyOf } from '../matching/event-key.ts'
import { insertImportEvents, type ImportEvent } from '../matching/import-events.repo.ts'
import { rowFormatOf, type InventoryProfile } from '../profiles/profile.ts'
import { UnreadableFile } from '../reading/decode-text.ts'
import type { ReadRow } from '../reading/inventory-row.ts'
import { readInventory } from '../reading/read-inventory.ts'
import type { ImportDeps } from './import-deps.ts'
import {
  deleteRows,
  insertRows,
  rejectRepeatedIds,
  rejectRepeatedSeats,
  type ParsedImportRow,
} from './import-rows.repo.ts'
import { changeImport, extendClaim, findLastApplied } from './imports.repo.ts'
import type { InventoryImport } from './inventory-import.ts'
import { readParts } from './receive-file.ts'

const maxRows = 2_000_000
const maxEvents = 100_000
const batchSize = 1000

/** Reads the file into rows; a file that is the same, older or unreadable ends here. */
export async function parseImport(
  deps: ImportDeps,
  job: InventoryImport,
  profile: InventoryProfile,
): Promise<void> {
  const { db, clock } = deps
  const last = await findLastApplied(db, job.profileId)
  const isSame =
    last?.fileHash === job.fileHash &&
    last.profileVersion === job.profileVersion &&
    last.eventId === job.eventId &&
    (last.counts.held ?? 0) === 0 &&
    last.withdrawals !== 'kept'
  if (isSame) {
    await changeImport(db, job.id, 'received', {
      state: 'done',
      problemCode: 'identical',
      problem: 'This is the file that was applied last, so nothing changes',
      finishedAt: clock.now(),
    })
    return
  }
  if (last && last.fileMadeAt > job.fileMadeAt) return refuse(deps, job, 'older', olderText(last))
  await deleteRows(db, job.id)
  try {
    await readRows(deps, job, profile)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    await deleteRows(db, job.id)
    await refuse(deps, job, error.code, error.message)
  }
}

export function olderText(last: InventoryImport): string {
  return `The file is older than ${last.fileName}, which was applied before. Export it again`
}

/** Ends an import that changes nothing. */
export async function refuse(
  { db, clock }: ImportDeps,
  { id, state }: InventoryImport,
  code: string,
  problem: string,
): Promise<void> {
  await changeImport(db, id, state, {
    state: 'refused',
    problemCode: code,
    problem,
    finishedAt: clock.now(),
  })
}

async function readRows(
  deps: ImportDeps,
  job: InventoryImport,
  { settings }: InventoryProfile,
): Promise<void> {
  const { db } = deps
  const { rows } = await readInventory(readParts(deps, job.fileParts), {
    format: rowFormatOf(settings, job.eventId),
    encoding: settings.encoding,
    delimiter: settings.delimiter ?? undefined,
  })
  const events = new Map<string, ImportEvent>()
  let batch: ParsedImportRow[] = []
  let position = 0
  for await (const row of rows) {
    position += 1
    if (position > maxRows)
      throw new UnreadableFile(
        'too_many_rows',
        `The file has more than ${formatCount(maxRows)} rows. Split it and import the parts by id`,
      )
    batch.push(toImportRow(row, position, events))
    if (events.size > maxEvents)
      throw new UnreadableFile(
        'too_many_events',
        `The file names more than ${formatCount(maxEvents)} events. Check which columns the profile reads`,
      )
    if (batch.length < batchSize) continue
    await insertRows(db, job.id, batch)
    await extendClaim(db, job.id, { to: position })
    batch = []
  }
  if (batch.length > 0) await insertRows(db, job.id, batch)
  await inTransaction(db, async (tx) => {
    await rejectRepeatedIds(tx, job.id)
    await rejectRepeatedSeats(tx, job.id)
    await insertImportEvents(tx, job.id, [...events.values()])
    await changeImport(tx, job.id, 'received', { state: 'parsed', rowsRead: position })
  })
}

function toImportRow(read: ReadRow, position: number, events: Map<string, ImportEvent>): ParsedImportRow {
  const { line, externalId } = read
  if ('problems' in read) {
    const { problems } = read
    return {
      position,
      line,
      external_id: externalId,
      event_key: null,
      contents: null,
      action: 'invalid',
      code: problems[0]?.code ?? 'invalid',
      message: problems.map(({ column, message }) => `${column}: ${message}`).join('; '),
      warnings: [],
    }
  }
  const key = eventKeyOf(read.row.event)
  const known = events.get(key)
  if (known) {
    known.rows += 1
    known.lastLine = line
  } else events.set(key, { key, named: read.row.event, rows: 1, firstLine: line, lastLine: line })
  return {
    position,
    line,
    external_id: externalId,
    event_key: key,
    contents: read.row,
    action: 'pending',
    code: null,
    message: null,
    warnings: read.warnings,
  }
}

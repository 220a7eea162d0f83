import { parentPort } from 'node:worker_threads'
import { postTo } from '#api/shared/concurrency/thread-port.ts'
import { lowerThreadPriority } from '#api/shared/concurrency/thread-priority.ts'
import { UnreadableFile } from '../reading/decode-text.ts'
import type { ParsedImportRow } from '../imports/import-rows.repo.ts'
import { IrregularRecords } from '../reading/scan-records.ts'
import { collectChangedRows } from './collect-changed-rows.ts'
import { collectRows } from './collect-rows.ts'
import type { FileBytes } from './file-bytes.ts'
import { openTable } from './open-table.ts'
import {
  irregularCode,
  type FileCells,
  type FromThread,
  type ReadingResults,
  type ReadingTask,
  type ToThread,
} from './reading-messages.ts'
import { readSample } from './read-sample.ts'

lowerThreadPriority(15)

const post = (message: FromThread) => postTo<FromThread>(parentPort, message)
const reads = new Map<number, (bytes: Uint8Array) => void>()
let requests = 0
let onStored: () => void = () => undefined

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'task')
    void runTask(message.task, { size: message.size, partCount: message.partCount, readPart })
  else if (message.kind === 'part') {
    reads.get(message.request)?.(message.bytes)
    reads.delete(message.request)
  } else onStored()
})

// Any other error ends the thread, which fails the task.
async function runTask(task: ReadingTask, file: FileBytes): Promise<void> {
  try {
    post({ kind: 'done', result: await resultOf(task, file) })
  } catch (error) {
    if (error instanceof IrregularRecords)
      return post({ kind: 'unreadable', code: irregularCode, message: error.message })
    if (!(error instanceof UnreadableFile)) throw error
    post({ kind: 'unreadable', code: error.code, message: error.message })
  }
}

async function resultOf(task: ReadingTask, file: FileBytes): Promise<ReadingResults[keyof ReadingResults]> {
  if (task.kind === 'cells') return readCells(task, file)
  if (task.kind === 'sample') return readSample(file, task)
  if (task.kind === 'changed_rows') {
    const { events, ...rest } = await collectChangedRows(file, task, storeBatch)
    return { ...rest, eventsJson: JSON.stringify(events) }
  }
  const { rowsRead, events } = await collectRows(file, task, storeBatch)
  return { rowsRead, eventsJson: JSON.stringify(events) }
}

async function storeBatch(rows: readonly ParsedImportRow[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  onStored = resolve
  post({ kind: 'batch', rowsJson: JSON.stringify(rows), rows: rows.length })
  await promise
}

async function readCells(
  { table, first, last }: Extract<ReadingTask, { kind: 'cells' }>,
  file: FileBytes,
): Promise<FileCells> {
  const { header, records } = await openTable(file, table)
  const cells: FileCells['cells'] = []
  let position = 0
  for await (const record of records) {
    position += 1
    if (position > last) break
    if (position >= first)
      cells.push([position, { line: record.line, texts: header.map((_, at) => record.cells[at] ?? '') }])
  }
  return { header, cells }
}

function readPart(index: number): Promise<Uint8Array> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array>()
  requests += 1
  reads.set(requests, resolve)
  post({ kind: 'read', request: requests, index })
  return promise
}

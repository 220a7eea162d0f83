import { inventorySettings } from '@terrace/contracts/inventory-profiles'
import { expect, test } from 'vitest'
import { AppError } from '#api/shared/app-error.ts'
import { rowFormatOf } from '../profiles/profile.ts'
import { UnreadableFile } from '../reading/decode-text.ts'
import { bytesInMemory, type FileBytes } from './file-bytes.ts'
import type { TableSettings } from './open-table.ts'
import { readInThread } from './reading-thread.ts'

const table: TableSettings = { encoding: 'auto', delimiter: null, sheet: null, decimal: 'point' }
const file = (text: string) => bytesInMemory(Buffer.from(text))
const teamId = 'a'
const cells = { kind: 'cells', table, first: 1, last: 1_000_000 } as const

test('a thread that needs too much memory is ended, and the next file is read', async () => {
  const large = file(`a,b,c,d,e,f,g,h\n${'1,2,3,4,5,6,7,8\n'.repeat(900_000)}`)
  await expect(readInThread(large, cells, { teamId, megabytes: 48 })).rejects.toMatchObject({
    code: 'too_complex',
  })
  expect(await readInThread(file('a,b\n1,2\n'), cells, { teamId })).toEqual({
    header: ['a', 'b'],
    cells: [[1, { line: 2, texts: ['1', '2'] }]],
  })
})

test('a thread that makes no progress in time is ended', async () => {
  const large = file(`a,b,c,d\n${'1,2,3,4\n'.repeat(300_000)}`)
  await expect(readInThread(large, cells, { teamId, stepMs: 2 })).rejects.toMatchObject({ code: 'too_slow' })
})

test('a file whose storage fails is not called unreadable', async () => {
  const broken = { ...file('a,b\n'), readPart: () => Promise.reject(new Error('disk')) }
  await expect(readInThread(broken, cells, { teamId })).rejects.toThrow('disk')
})

test('a team with many slow files waits for itself; other teams and the importer go on', async () => {
  const stored = Promise.withResolvers<void>()
  const slow = (): FileBytes => ({
    ...file('a,b\n1,2\n'),
    async readPart() {
      await stored.promise
      return Buffer.from('a,b\n1,2\n')
    },
  })
  const sample = { kind: 'sample', sheet: null, isCut: false } as const
  const outcomes = Array.from({ length: 24 }, () =>
    readInThread(slow(), sample, { teamId }).then(
      () => 'read',
      (error: unknown) => (error instanceof AppError ? error.code : 'failed'),
    ),
  )
  await expect(Promise.race(outcomes.slice(5))).resolves.toBe('server.busy')
  const other = await readInThread(file('c,d\n'), sample, { teamId: 'b' })
  expect(other.header).toEqual(['c', 'd'])
  const settings = { dialect: null, mode: 'by_id', currency: 'GBP', date_order: 'dmy' }
  const format = rowFormatOf(inventorySettings.parse(settings), null)
  const rows = { kind: 'rows', format, table, barcodeKey: 'key' } as const
  // Read, although it is not inventory.
  await expect(readInThread(file('a,b\n'), rows, { teamId })).rejects.toBeInstanceOf(UnreadableFile)
  stored.resolve()
  const counts = Object.groupBy(await Promise.all(outcomes), String)
  expect([counts.read?.length, counts['server.busy']?.length]).toEqual([5, 19])
})

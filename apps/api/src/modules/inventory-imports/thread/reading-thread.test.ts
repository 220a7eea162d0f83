import { expect, test } from 'vitest'
import { bytesInMemory } from './file-bytes.ts'
import type { TableSettings } from './open-table.ts'
import { readInThread } from './reading-thread.ts'

const table: TableSettings = { encoding: 'auto', delimiter: null, sheet: null, decimal: 'point' }
const file = (text: string) => bytesInMemory(Buffer.from(text))
const cells = { kind: 'cells', table, first: 1, last: 1_000_000 } as const

test('a thread that needs too much memory is ended, and the next file is read', async () => {
  const large = file(`a,b,c,d,e,f,g,h\n${'1,2,3,4,5,6,7,8\n'.repeat(900_000)}`)
  await expect(readInThread(large, cells, { megabytes: 48 })).rejects.toMatchObject({ code: 'too_complex' })
  expect(await readInThread(file('a,b\n1,2\n'), cells)).toEqual({
    header: ['a', 'b'],
    cells: [[1, ['1', '2']]],
  })
})

test('a thread that makes no progress in time is ended', async () => {
  const large = file(`a,b,c,d\n${'1,2,3,4\n'.repeat(300_000)}`)
  await expect(readInThread(large, cells, { stepMs: 2 })).rejects.toMatchObject({ code: 'too_slow' })
})

test('a file whose storage fails is not called unreadable', async () => {
  const broken = { ...file('a,b\n'), readPart: () => Promise.reject(new Error('disk')) }
  await expect(readInThread(broken, cells)).rejects.toThrow('disk')
})

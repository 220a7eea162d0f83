import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '#api/config/config.ts'
import type { FileStoreFailure, FileStore } from './file-store.port.ts'

export interface FileStoreUnderTest {
  /** Opens the store as `deps.ts` does for {@link config}. */
  open(onFailure: (failure: FileStoreFailure) => void): FileStore
  config: Partial<Config>
  keys(): Promise<string[]>
  /** Makes every later call fail. */
  fail(): Promise<void>
  repair(): Promise<void>
  close(): Promise<void>
}

/** Contract tests for every file store. */
export function fileStoreSuite(name: string, open: () => Promise<FileStoreUnderTest>): void {
  describe(`files ${name}`, () => {
    let it: FileStoreUnderTest
    let files: FileStore
    let failures: FileStoreFailure[]
    beforeAll(async () => {
      it = await open()
      failures = []
      files = it.open((failure) => void failures.push(failure))
    })
    afterAll(() => it.close())

    test.each([0, 1, 3000, 70_000, 600_000, 10 * 1024 * 1024])(
      'a file of %i bytes reads back as written',
      async (length) => {
        const bytes = randomBytes(length)
        await files.put(`tickets/length-${length}`, bytes, 'application/pdf')
        const read = await files.get(`tickets/length-${length}`)
        expect(read?.length).toBe(length)
        expect(bytes.equals(read ?? Buffer.alloc(0))).toBe(true)
      },
    )

    test('files keep their path below the data folder', async () => {
      await files.put('tickets/Zk3-x_Q', Buffer.from('one'), 'application/pdf')
      await files.put('signed-documents/env_1.pdf', Buffer.from('two'), 'application/pdf')
      expect(await it.keys()).toEqual(
        expect.arrayContaining(['files/tickets/Zk3-x_Q', 'signed-documents/env_1.pdf']),
      )
    })

    test('repeated and concurrent writes of the same file are idempotent', async () => {
      const bytes = randomBytes(300_000)
      const before = await it.keys()
      const put = () => files.put('signed-documents/terms-1.pdf', bytes, 'application/pdf')
      await Promise.all([put(), put(), put()])
      await put()
      expect(bytes.equals((await files.get('signed-documents/terms-1.pdf')) ?? Buffer.alloc(0))).toBe(true)
      expect(await it.keys()).toEqual([...before, 'signed-documents/terms-1.pdf'].toSorted())
    })

    test('a removed file is gone, and reading or removing an unknown one is no error', async () => {
      await files.put('tickets/gone', Buffer.from('x'), 'application/pdf')
      await files.remove('tickets/gone')
      await files.remove('tickets/gone')
      expect(await files.get('tickets/gone')).toBeUndefined()
      expect(await files.get('never/was')).toBeUndefined()
      await files.remove('never/was')
      expect(failures).toEqual([])
    })

    test.each([
      '',
      '/etc/passwd',
      '../data-key.json',
      'tickets/../x',
      'tickets//x',
      'tickets/ä',
      'x\n',
      'a b',
      'C:x',
    ])('the name %j is rejected without a call to the store', async (outside) => {
      const before = await it.keys()
      await expect(files.put(outside, Buffer.from('x'), 'text/plain')).rejects.toThrow('invalid file name')
      await expect(files.get(outside)).rejects.toThrow('invalid file name')
      await expect(files.remove(outside)).rejects.toThrow('invalid file name')
      expect(await it.keys()).toEqual(before)
    })

    test('a failing store reports its error code without the file name, and is retried', async () => {
      await files.put('tickets/kept-secret', Buffer.from('kept'), 'application/pdf')
      await it.fail()
      const unavailable = expect.objectContaining({ code: 'files.unavailable', status: 503 })
      await expect(files.put('tickets/other-secret', Buffer.from('x'), 'text/plain')).rejects.toEqual(
        unavailable,
      )
      await expect(files.get('tickets/kept-secret')).rejects.toEqual(unavailable)
      await expect(files.remove('tickets/kept-secret')).rejects.toEqual(unavailable)
      expect(failures.map(({ call }) => call)).toEqual(['put', 'get', 'remove'])
      for (const { reason } of failures.splice(0)) {
        expect(reason).toMatch(/\w{4}/)
        expect(reason).not.toMatch(/secret/)
      }
      await it.repair()
      expect(Buffer.from((await files.get('tickets/kept-secret')) ?? []).toString()).toBe('kept')
    })
  })
}

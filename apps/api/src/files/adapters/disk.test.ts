import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesInUseSuite } from '../files-in-use.suite.ts'
import { fileStoreSuite, type FileStoreUnderTest } from '../file-store.suite.ts'
import { createDiskStore } from './disk.ts'

async function openDisk(): Promise<FileStoreUnderTest> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'terrace-files-'))
  const folders = ['files', 'signed-documents'].map((name) => join(dataFolder, name))
  return {
    open: (onFailure) => createDiskStore(dataFolder, onFailure),
    config: { dataFolder, files: { store: 'disk' } },
    async keys() {
      const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(dataFolder.length + 1))
        .filter((key) => /^(files|signed-documents)\//.test(key))
        .toSorted()
    },
    // The user of the tests may write to every folder, so a file takes the folder's place.
    async fail() {
      for (const folder of folders) {
        await mkdir(folder, { recursive: true })
        await rename(folder, `${folder}-away`)
        await writeFile(folder, '')
      }
    },
    async repair() {
      for (const folder of folders) {
        await rm(folder)
        await rename(`${folder}-away`, folder)
      }
    },
    close: () => rm(dataFolder, { recursive: true }),
  }
}

fileStoreSuite('on disk', openDisk)
filesInUseSuite('on disk', openDisk)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terrace-disk-'))
})
afterEach(() => rm(folder, { recursive: true }))

const store = () =>
  createDiskStore(folder, ({ call, reason }) => {
    throw new Error(`${call}: ${reason}`)
  })

test('files of earlier versions are found at their old paths', async () => {
  await mkdir(join(folder, 'files', 'tickets'), { recursive: true })
  await mkdir(join(folder, 'signed-documents'))
  await writeFile(join(folder, 'files', 'tickets', 'old'), 'a ticket')
  await writeFile(join(folder, 'signed-documents', 'env_old.pdf'), 'terms')
  const textOf = async (name: string) => Buffer.from((await store().get(name)) ?? []).toString()
  expect(await textOf('tickets/old')).toBe('a ticket')
  expect(await textOf('signed-documents/env_old.pdf')).toBe('terms')
})

test('no other user of the machine can read a file or list its folder', async () => {
  await store().put('tickets/one', Buffer.from('x'), 'application/pdf')
  const modeOf = async (...path: string[]) => (await stat(join(folder, ...path))).mode & 0o777
  expect(await modeOf('files', 'tickets')).toBe(0o700)
  expect(await modeOf('files', 'tickets', 'one')).toBe(0o600)
})

test('a file left half written by a crash is ignored and removed with its target', async () => {
  const tickets = join(folder, 'files', 'tickets')
  await store().put('tickets/two', Buffer.from('x'), 'application/pdf')
  await writeFile(join(tickets, `one.${crypto.randomUUID()}`), 'hal')
  expect(await store().get('tickets/one')).toBeUndefined()
  await store().remove('tickets/one')
  expect(await readdir(tickets)).toEqual(['two'])
})

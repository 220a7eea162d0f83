import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sideThread } from './side-thread.ts'

/** Answers twice what it is told, and nothing at all to zero. */
const doubler = `import { parentPort } from 'node:worker_threads'
parentPort.on('message', (job) => { if (job !== 0) parentPort.postMessage(job * 2) })`

let folder: string
let file: URL
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terrace-thread-'))
  const path = join(folder, 'doubler.mjs')
  await writeFile(path, doubler)
  file = pathToFileURL(path)
})
afterAll(() => rm(folder, { recursive: true }))

test('a job that never ends is ended, and whoever waits behind it gets their answer', async () => {
  const double = sideThread<number, number>(file, { limitMs: 2000 })
  const stuck = double(0)
  const behind = double(21)
  await expect(stuck).rejects.toThrow()
  expect(await behind).toBe(42)
})

test('where too many wait already, one more is refused at once and clearly; the others are answered', async () => {
  const double = sideThread<number, number>(file)
  // Nothing has begun yet: all of these wait.
  const jobs = Array.from({ length: 20 }, (_, index) => double(index + 1))
  await expect(double(21)).rejects.toMatchObject({ code: 'server.busy', status: 503 })
  expect(await Promise.all(jobs)).toEqual(jobs.map((_, index) => 2 * (index + 1)))
  expect(await double(21)).toBe(42)
})

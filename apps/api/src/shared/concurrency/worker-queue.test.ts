import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorkerQueue } from './worker-queue.ts'

/** Doubles its input and never responds to zero. */
const doublingWorker = `import { parentPort } from 'node:worker_threads'
parentPort.on('message', (job) => { if (job !== 0) parentPort.postMessage(job * 2) })`

let folder: string
let file: URL
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'terrace-thread-'))
  const path = join(folder, 'doubling-worker.mjs')
  await writeFile(path, doublingWorker)
  file = pathToFileURL(path)
})
afterAll(() => rm(folder, { recursive: true }))

test('a job that hangs is stopped as a busy server, and the jobs behind it still run', async () => {
  const runDoubling = createWorkerQueue<number, number>(file, { limitMs: 2000 })
  const stuck = runDoubling(0)
  const behind = runDoubling(21)
  await expect(stuck).rejects.toMatchObject({ code: 'server.busy', status: 503 })
  expect(await behind).toBe(42)
})

test('a full queue rejects further jobs at once and still runs the queued ones', async () => {
  const runDoubling = createWorkerQueue<number, number>(file)
  // No job has started yet: all of these wait.
  const jobs = Array.from({ length: 20 }, (_, index) => runDoubling(index + 1))
  await expect(runDoubling(21)).rejects.toMatchObject({ code: 'server.busy', status: 503 })
  expect(await Promise.all(jobs)).toEqual(jobs.map((_, index) => 2 * (index + 1)))
  expect(await runDoubling(21)).toBe(42)
})

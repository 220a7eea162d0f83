import { expect, test } from 'vitest'
import { supervisePart, superviseParts, type RunningPart } from './supervise-part.ts'
import { PermanentError, UserError } from '../user-error.ts'

/** A part whose starts end as listed, and then run on until the test stops them. */
function supervise(ends: readonly (string | Error)[], minutesBetweenEnds = 0) {
  const lines: string[] = []
  const pausesMs: number[] = []
  const controller = new AbortController()
  const running = Promise.withResolvers<void>()
  let starts = 0
  const start = async (): Promise<RunningPart> => {
    const end = ends[starts]
    starts += 1
    if (end instanceof Error) throw end
    if (end !== undefined) return { ended: Promise.resolve(end) }
    running.resolve()
    return { ended: new Promise(() => undefined) }
  }
  const supervision = start().then((first) =>
    supervisePart(first, {
      name: 'The server',
      start,
      stopping: controller.signal,
      printLine: (line) => void lines.push(line),
      now: () => starts * minutesBetweenEnds * 60_000,
      wait: async (milliseconds) => void pausesMs.push(milliseconds),
    }),
  )
  return { lines, pausesMs, supervision, running: running.promise, stop: () => controller.abort() }
}

test('a part that crashes is restarted at once, and a stop ends it', async () => {
  const { lines, pausesMs, supervision, running, stop } = supervise(['signal SIGKILL'])
  await running
  stop()
  await supervision
  expect(lines).toEqual(['The server ended unexpectedly (signal SIGKILL); restarting, 1 of 5'])
  expect(pausesMs).toEqual([0])
})

test('a part that cannot restart is tried again after growing pauses', async () => {
  const { lines, pausesMs, supervision, running, stop } = supervise([
    'code 1',
    new Error('The disk is full'),
    'code 1',
  ])
  await running
  stop()
  await supervision
  expect(lines[1]).toBe('The server ended unexpectedly (The disk is full); restarting, 2 of 5')
  expect(pausesMs).toEqual([0, 1000, 2000])
})

test('five restarts within ten minutes are the limit', async () => {
  const { supervision } = supervise(Array.from({ length: 9 }, () => 'code 1'))
  await expect(supervision).rejects.toThrow(UserError)
  await expect(supervision).rejects.toThrow('The server ended again (code 1), after 5 restarts')
})

test.each([
  'PostgreSQL did not start. The end of its log postgres.log:\nFATAL: could not write: No space left on device',
  'PostgreSQL did not start. The end of its log postgres.log:\nFATAL: could not create file: Read-only file system',
  "EROFS: read-only file system, open '/data/postgres/postmaster.pid'",
  'The server ended before it was ready (code 1). Its last output:\n    attempt to write a readonly database',
])('a part waits for its disk without a limit of restarts: %s', async (message) => {
  const { lines, pausesMs, supervision, running, stop } = supervise([
    'its process is gone',
    ...Array.from({ length: 20 }, () => new Error(message)),
    'code 1',
  ])
  await Promise.race([running, supervision])
  stop()
  await supervision
  expect(lines).toEqual([
    'The server ended unexpectedly (its process is gone); restarting, 1 of 5',
    'The server cannot restart while its disk is full or read-only; trying again every 5 seconds',
    'The server ended unexpectedly (code 1); restarting, 2 of 5',
  ])
  expect(pausesMs).toEqual([0, ...Array.from({ length: 20 }, () => 5000), 1000])
})

test('an error that would occur again ends the supervision with its whole message', async () => {
  const { lines, supervision } = supervise([
    'code 1',
    new PermanentError('It is gone.\nRestore it.'),
    'code 1',
  ])
  await expect(supervision).rejects.toThrow('It is gone.\nRestore it.')
  expect(lines).toHaveLength(1)
})

test('rare crashes never reach the limit', async () => {
  const { supervision, running, stop } = supervise(
    Array.from({ length: 20 }, () => 'code 1'),
    3,
  )
  await running
  stop()
  await supervision
})

test('a part that ends because of the stop is not restarted', async () => {
  const { lines, supervision, running, stop } = supervise([])
  await running
  stop()
  await supervision
  expect(lines).toEqual([])
})

test('a part that ends while another one stops for good is not restarted', async () => {
  const lines: string[] = []
  const sandboxEnded = Promise.withResolvers<string>()
  const supervision = superviseParts(
    [
      {
        name: 'The server',
        first: { ended: Promise.resolve('code 1') },
        start: () => Promise.reject(new PermanentError('The key of the database is another one.')),
      },
      {
        name: 'The sandbox',
        first: { ended: sandboxEnded.promise },
        start: () => Promise.resolve({ ended: new Promise(() => undefined) }),
      },
    ],
    {
      stopping: new AbortController().signal,
      printLine: (line) => void lines.push(line),
      wait: () => Promise.resolve(),
    },
  )
  await expect(supervision).rejects.toThrow(PermanentError)
  sandboxEnded.resolve('code 0')
  await new Promise((resolve) => setImmediate(resolve))
  expect(lines).toEqual(['The server ended unexpectedly (code 1); restarting, 1 of 5'])
})

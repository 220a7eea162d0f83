import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { listenTestApp } from '#api/test/harness/listening-app.ts'

const fixture = cliFixture()

async function readBundle(env: Record<string, string> = {}) {
  const path = join(fixture.folder, 'bundle.zip')
  const { code } = await fixture.run('doctor', ['--support-bundle', path], {
    DATA_DIR: fixture.folder,
    PORT: '1',
    ...env,
  })
  expect(code).toBe(0)
  const files = unzipSync(await readFile(path))
  const read = <Content>(name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array())) as Content
  return {
    processes:
      read<{ id: string; isRunning?: boolean; ready: { status: number } | null }[]>('processes.json'),
    errors: read<{ process: string; errors: unknown }[]>('errors.json'),
    logErrors: read<Record<string, unknown>[]>('log-errors.json'),
    metrics: strFromU8(files['metrics.txt'] ?? new Uint8Array()),
    all: Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join('\n'),
  }
}

/** A registered process; `seen` as an interval from now. A time to come counts as running however long the test takes. */
async function register(id: string, origin: string, seen: string): Promise<void> {
  await sql`
    insert into processes (id, roles, origins, seen_at)
    values (${id}, '{web}', array[${origin}], clock_timestamp() + ${seen}::interval)`.execute(fixture.db)
}

test('the bundle has the errors of every running process, and names those that are gone', async () => {
  const running = await listenTestApp({ databaseUrl: fixture.databaseUrl, log: () => undefined })
  try {
    const { id } = running.deps.processRegistration
    await register(id, `http://127.0.0.1:${running.port}`, '1 hour')
    await register('prc_another_here', `http://127.0.0.1:${running.port}`, '1 hour')
    await register('prc_unreachable', 'http://127.0.0.1:1', '1 hour')
    await register('prc_crashed', `http://127.0.0.1:${running.port}`, '-1 minute')
    running.deps.logger.error({ err: new Error('no "Quillfeather"') }, 'of the running process')
    const { processes, errors, metrics, all } = await readBundle()

    const statuses = processes.map((each) => [each.id, each.isRunning, each.ready?.status])
    expect(statuses).toContainEqual([id, true, expect.any(Number)])
    expect(statuses).toContainEqual(['prc_crashed', false, undefined])
    expect(statuses).toContainEqual(['prc_unreachable', true, 0])
    // Another process responds at its address.
    expect(statuses).toContainEqual(['prc_another_here', true, undefined])

    const latest = errors.find(({ process }) => process === id)
    expect(latest?.errors).toContainEqual(
      expect.objectContaining({ message: 'of the running process', detail: 'no "[value]"' }),
    )
    expect(metrics).toContain(`# Process ${id}\n`)
    expect(metrics).toContain('http_request_duration_seconds')
    expect(all).not.toMatch(/quillfeather|127\.0\.0\.1/i)
  } finally {
    await running.close()
  }
})

/** A program that is not Terrace; it responds to every call with this text and remembers the headers. */
async function listenAsOther(responseTo: (path: string) => { status: number; text: string }) {
  const headers: string[] = []
  const server = createServer((request, response) => {
    headers.push(JSON.stringify(request.headers))
    const { status, text } = responseTo(request.url ?? '')
    response.writeHead(status, { location: '/elsewhere' }).end(text)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { port, origin: `http://127.0.0.1:${port}`, headers }
}

const token = 'token-of-the-metrics-of-this-test'

test.each([
  ['a page', 200, '<p>of Quillfeather</p>', 200],
  ['an object', 200, '{"errors":"of Quillfeather"}', 200],
  ['nothing', 200, 'null', 200],
  ['the id of another process', 200, '{"process":"prc_other","errors":[]}', undefined],
  ['a redirect', 302, '', 0],
])(
  'a program that responds with %s at the address of a process gets no token and adds no text',
  async (_, status, text, shown) => {
    const other = await listenAsOther(() => ({ status, text }))
    await register('prc_moved', other.origin, '1 hour')
    const { processes, all } = await readBundle({ METRICS_TOKEN: token })
    expect(processes.find(({ id }) => id === 'prc_moved')?.ready?.status).toBe(shown)
    expect(other.headers.length).toBeGreaterThan(0)
    expect(other.headers.join('')).not.toContain(token)
    expect(all).not.toContain('Quillfeather')
  },
)

test('a process gets the token once it has named itself', async () => {
  const other = await listenAsOther((path) => ({
    status: 200,
    text: path === '/health/errors' ? '{"errors":[{"message":"a bug"}]}' : '{"process":"prc_itself"}',
  }))
  await register('prc_itself', other.origin, '1 hour')
  const { errors } = await readBundle({ METRICS_TOKEN: token })
  expect(errors).toContainEqual({ process: 'prc_itself', errors: [{ message: 'a bug' }] })
  expect(other.headers.filter((text) => text.includes(token))).toHaveLength(2)
})

test('a program at the address of this environment that is not Terrace leaves the bundle complete', async () => {
  const other = await listenAsOther(() => ({ status: 200, text: '<p>welcome</p>' }))
  const { errors } = await readBundle({ PORT: String(other.port) })
  expect(errors).toContainEqual({
    process: 'of this environment',
    errors: { unavailable: 'the response has another form' },
  })
})

test('the process of this environment is asked once, also when it is not registered', async () => {
  const running = await listenTestApp({ databaseUrl: fixture.databaseUrl })
  try {
    const { id } = running.deps.processRegistration
    const port = { PORT: String(running.port) }
    const unregistered = await readBundle(port)
    expect(unregistered.processes.map((each) => each.id)).toEqual(['of this environment'])
    expect(unregistered.processes[0]?.ready?.status).not.toBe(0)
    await register(id, 'http://127.0.0.1:1', '1 hour')
    await rm(join(fixture.folder, 'bundle.zip'))
    const { processes } = await readBundle(port)
    expect(processes.map((each) => each.id)).toEqual([id])
  } finally {
    await running.close()
  }
})

test('after a crash, the bundle has the last errors of the log', async () => {
  const error = {
    type: 'TypeError',
    code: 'ERR_TEST',
    message: 'cannot read "Quillfeather" of ottoline.q@post.example',
    stack: `TypeError: cannot read "Quillfeather"\n    at priceOf (/srv/terrace/apps/api/src/price.ts:3:4)`,
  }
  const lines = [
    JSON.stringify({ level: 50, time: 1_790_000_000_000, msg: 'of last week', err: error }),
    JSON.stringify({ level: 30, time: 1_795_000_000_000, msg: 'request completed', req: { url: '/x' } }),
    JSON.stringify({
      level: 50,
      time: 1_795_000_001_000,
      msg: 'request failed',
      err: error,
      reqId: 'req_1',
      trace_id: 'ab12',
    }),
    '{"level":50,"msg":"cut off by a kill of Quillf',
    "RangeError: no 'Ottoline' left",
    '    at seatsOf (file:///srv/terrace/apps/api/src/seats.ts:5:6)',
    '',
  ]
  await mkdir(join(fixture.folder, 'logs'))
  await writeFile(join(fixture.folder, 'logs/api.log.1'), `${lines[0]}\n`)
  await writeFile(join(fixture.folder, 'logs/api.log'), lines.slice(1).join('\n'))
  const { logErrors, all } = await readBundle()
  expect(logErrors).toMatchObject([
    { message: 'of last week' },
    {
      at: new Date(1_795_000_001_000).toISOString(),
      message: 'request failed',
      type: 'TypeError',
      code: 'ERR_TEST',
      detail: 'cannot read "[value]" of [email]',
      requestId: 'req_1',
      traceId: 'ab12',
      frames: [{ function: 'priceOf', line: 3 }],
    },
    {
      message: 'printed by the process',
      detail: expect.stringContaining("RangeError: no '[value]' left"),
      frames: [{ function: 'seatsOf', line: 5 }],
    },
  ])
  expect(all).not.toMatch(/quillf|ottoline/i)
})

async function readLogErrors(lines: readonly string[]) {
  await mkdir(join(fixture.folder, 'logs'))
  await writeFile(join(fixture.folder, 'logs/api.log'), lines.join('\n'))
  const { logErrors, all } = await readBundle()
  return { logErrors, all }
}

test('a log line that was cut off adds none of its text', async () => {
  const line = JSON.stringify({
    level: 50,
    msg: 'failed',
    err: { message: 'no "Ottoline" and "Quillfeather"' },
  })
  const { logErrors, all } = await readLogErrors([
    line.slice(0, -12),
    'TypeError: of "Quill',
    'feather" and more',
  ])
  expect(logErrors).toMatchObject([
    { detail: 'TypeError: of "[value]" and more\na log line that was cut off' },
  ])
  expect(all).not.toMatch(/quill|feather|ottoline/i)
})

test('lines with unusual fields do not hide the others', async () => {
  const { logErrors } = await readLogErrors([
    JSON.stringify({ level: 50, time: 1_795_000_000_000, msg: 'first', err: null }),
    JSON.stringify({ level: 50, time: 1e20, msg: 'second', err: { message: 7, type: 'RangeError' } }),
    JSON.stringify({ level: 50, time: 'now', msg: { a: 1 }, err: 'text' }),
    JSON.stringify({ level: 50, time: 1_795_000_001_000, msg: 'last' }),
  ])
  expect(logErrors).toMatchObject([
    { message: 'first' },
    { message: 'second', type: 'RangeError' },
    { message: '' },
    { message: 'last', at: new Date(1_795_000_001_000).toISOString() },
  ])
})

test('the reason of a crash comes before what is printed above it', async () => {
  const above = Array.from({ length: 90 }, (_, number) => `[${number}] Mark-Compact (reduce) of the heap`)
  const below = Array.from({ length: 200 }, (_, number) => `${number}: node::OnFatalError`)
  const reason = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'
  const { logErrors } = await readLogErrors(['<--- Last few GCs --->', ...above, reason, ...below])
  expect(logErrors[0]?.['detail']).toMatch(/^FATAL ERROR: Reached heap limit/)
})

test('where the log goes elsewhere, the bundle says so', async () => {
  const { logErrors } = await readBundle()
  expect(logErrors).toEqual({ unavailable: expect.stringContaining('ENOENT') })
})

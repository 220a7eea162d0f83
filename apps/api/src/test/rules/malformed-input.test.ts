import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listenTestApp, type ListeningApp } from '../harness/listening-app.ts'

/** Malformed input over a real connection is rejected and logged once, and the process keeps running. */

interface LogLine {
  level: number
  msg: string
  reqId?: string
  res?: { statusCode: number }
}

const warning = 40

let app: ListeningApp
let lines: LogLine[] = []
const crashes: unknown[] = []
const recordCrash = (error: unknown) => void crashes.push(error)
beforeAll(async () => {
  process.on('uncaughtExceptionMonitor', recordCrash)
  app = await listenTestApp({ log: (line) => void lines.push(JSON.parse(line)) })
})
afterAll(async () => {
  await app.close()
  process.off('uncaughtExceptionMonitor', recordCrash)
})
beforeEach(() => {
  lines = []
})

interface RawResponse {
  status: number
  text: string
}

/** Sends raw bytes and reads until the server closes. */
function exchange(bytes: string | Buffer): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port: app.port }, () => socket.write(bytes))
    socket.setTimeout(10_000, () => socket.destroy(new Error('the server keeps the connection open')))
    socket.on('data', (chunk: Buffer) => void chunks.push(chunk))
    // A reset after the response is fine.
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)))
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1')
      resolve({ status: Number(text.slice(9, 12)), text })
    })
  })
}

function request(requestLines: readonly string[], body: string | Buffer = ''): Buffer {
  const payload = Buffer.from(body)
  const length = payload.length > 0 ? [`content-length: ${payload.length}`] : []
  const lines = [...requestLines, 'host: localhost', 'connection: close', ...length, '', '']
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), payload])
}

/** The process still responds and logged no internal error. */
async function expectUnharmed(): Promise<void> {
  expect((await exchange(request(['GET /health/live HTTP/1.1']))).status).toBe(200)
  expect(crashes).toEqual([])
  expect(lines.filter(({ level }) => level > warning)).toEqual([])
}

/** One line, for the request itself. */
function expectLoggedOnce(status: number): void {
  expect(lines.map(({ msg, res }) => [msg, res?.statusCode])).toEqual([['request completed', status]])
}

const infoHead = 'GET /api/settings/trade/info HTTP/1.1'

test.each([
  ['', 'nothing'],
  ['Bearer', 'no token'],
  ['Bearer ', 'a blank'],
  ['Bearer short', 'too short'],
  [`Bearer ${'x'.repeat(10_000)}`, 'ten thousand characters'],
  ['Bearer ../../../../etc/passwd/and/more', 'a path'],
  [`Bearer ${'é'.repeat(40)}`, 'characters beyond ASCII'],
  [`Bearer ${'a'.repeat(40)}, Bearer ${'b'.repeat(40)}`, 'two'],
  [`Basic ${'x'.repeat(40)}`, 'another scheme'],
  [`Bearer "${'x'.repeat(40)}"`, 'in quotes'],
  ["Bearer ' or 1=1 -- ....................", 'SQL'],
])('a malformed token gets 401 and is logged once: %#: %s', async (authorization) => {
  const { status, text } = await exchange(request([infoHead, `authorization: ${authorization}`]))
  expect(status).toBe(401)
  expect(text).toContain('"session.missing"')
  expectLoggedOnce(401)
  await expectUnharmed()
})

test.each([
  'signup_nonce=%',
  'signup_nonce=%00%ff; signup_nonce=x',
  `signup_nonce=${'x'.repeat(9000)}`,
  ';;;=;==; =',
  'authTokens=not-json; authData={',
  'handover_session=x; handover_session=y; handover_redirect=//evil.example',
  '\u00ff\u00fe=\u00fd',
  '__proto__=1; constructor=2',
])('a malformed cookie neither breaks public calls nor grants access: %#', async (cookie) => {
  const open = await exchange(request(['GET /api/auth/sign-up HTTP/1.1', `cookie: ${cookie}`]))
  expect(open.status).toBe(200)
  expectLoggedOnce(200)
  lines = []
  const closed = await exchange(request([infoHead, `cookie: ${cookie}`]))
  expect(closed.status).toBe(401)
  expectLoggedOnce(401)
  await expectUnharmed()
})

const json = 'content-type: application/json'

test.each<[string | Buffer, string, number]>([
  ['{', json, 400],
  ['{"username":"a","password":', json, 400],
  ['{"username":"a"}}', json, 400],
  ["{'username':'a'}", json, 400],
  ['\u0000', json, 400],
  [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22]), json, 400],
  ['[', json, 400],
  ['['.repeat(30_000), json, 422],
  ['{"__proto__":{"admin":true},"username":"a","password":"b"}', json, 400],
  ['{"constructor":{"prototype":{}},"username":"a","password":"b"}', json, 400],
  ['null', json, 422],
  ['7', json, 422],
  ['"text"', json, 422],
  ['[]', json, 422],
  [`${'['.repeat(5000)}${']'.repeat(5000)}`, json, 422],
  ['{"username":{"$ne":""},"password":["x"]}', json, 422],
  ['{"username":"a","password":"b","role":"operator"}', json, 422],
  [`{"username":"a","password":"b","more":"${'x'.repeat(70_000)}"}`, json, 413],
  ['username=a&password=b', 'content-type: application/x-www-form-urlencoded', 400],
  ['<xml/>', 'content-type: text/xml', 400],
  ['{}', 'content-type: application/json; charset="', 422],
  ['{}', 'content-type: ;;;', 400],
])('malformed or unexpected JSON is rejected and logged once: %#', async (body, type, expected) => {
  const { status, text } = await exchange(request(['POST /api/auth/login HTTP/1.1', type], body))
  expect(status).toBe(expected)
  expect(text).toContain('"errors"')
  expect(text).not.toMatch(/SyntaxError|at .+\.ts|node_modules/)
  expectLoggedOnce(expected)
  await expectUnharmed()
})

test.each([
  ['not HTTP', 'hello\r\n\r\n', 400],
  ['a TLS greeting', Buffer.from('16030100a5010000a10303', 'hex'), 400],
  ['no version', 'GET /nowhere\r\n\r\n', 404],
  ['a header without a colon', 'GET / HTTP/1.1\r\nhost: x\r\nbroken\r\n\r\n', 400],
  ['a header that is far too long', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`, 431],
  [
    'two lengths',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello',
    400,
  ],
  [
    'a length and chunks (smuggling)',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['an invalid URL', 'GET http://%zz/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 404],
])('%s is rejected', async (_, bytes, expected) => {
  expect((await exchange(bytes)).status).toBe(expected)
  expect(lines.filter(({ level }) => level >= warning).length).toBeLessThanOrEqual(1)
  await expectUnharmed()
})

test('a client that disconnects mid-request leaves nothing open', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: app.port }, () => {
      socket.write('POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
      socket.write('content-length: 500\r\n\r\n{"username":')
      socket.resetAndDestroy()
    })
    socket.on('close', () => resolve())
  })
  await expectUnharmed()
})

test.each([
  ['no key', '', 400],
  ['a key that is too short', 'sec-websocket-key: abc\r\nsec-websocket-version: 13\r\n', 400],
  ['another version', `sec-websocket-key: ${'A'.repeat(22)}==\r\nsec-websocket-version: 7\r\n`, 400],
])('a malformed handshake opens no socket: %s', async (_, headers, expected) => {
  const requestLines = `GET /app/${app.keys.key}?protocol=7 HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n`
  expect((await exchange(`${requestLines}${headers}\r\n`)).status).toBe(expected)
  await expectUnharmed()
})

test('repeated malformed frames are logged once and do not affect other sockets', async () => {
  const [broken, other] = [app.open(), app.open()]
  await Promise.all([broken.greeted(), other.greeted()])
  lines = []
  for (const frame of ['', '{', 'null', '[]', '{"event":7}', '{"event":"pusher:subscribe","data":"x"}']) {
    broken.send(frame)
  }
  await broken.flush()
  await other.flush()
  expect(lines.map(({ msg }) => msg)).toEqual(['invalid socket frame'])
  await expectUnharmed()
})

import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenTestApp, type ListeningApp } from '#api/test/harness/listening-app.ts'

let app: ListeningApp
const lines: string[] = []
beforeAll(async () => {
  app = await listenTestApp({
    config: { slowRequests: { headersSeconds: 0.4, requestSeconds: 2, bodySeconds: 0.4 } },
    log: (line) => void lines.push(line),
  })
})
afterAll(() => app.close())

/** A raw connection that collects what the server sends until it closes. */
function rawConnection() {
  const socket: Socket = connect(app.port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data.toString()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<string>((done) => {
    socket.once('close', () => done(received))
  })
  return { socket, closed, received: () => received }
}

const head = (length: number, path = '/api/auth/login') =>
  `POST ${path} HTTP/1.1\r\nHost: terrace\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

test('a connection that sends nothing is closed', async () => {
  expect(await rawConnection().closed).toContain(' 408 ')
})

test('a header that trickles in is cut off', async () => {
  const { socket, closed } = rawConnection()
  socket.write('GET /health/live HTTP/1.1\r\nHost: terrace\r\n')
  const trickle = setInterval(() => socket.write('X-Slow: 1\r\n'), 50)
  expect(await closed).toContain(' 408 ')
  clearInterval(trickle)
})

test('a body that trickles in is cut off, although each byte is in time', async () => {
  const { socket, closed } = rawConnection()
  socket.write(head(60_000))
  const trickle = setInterval(() => socket.write('{'), 50)
  expect(await closed).toContain(' 408 ')
  clearInterval(trickle)
})

test('a body that arrives steadily is read to its end, however long it takes', async () => {
  const body = JSON.stringify({ username: 'unknown', password: 'x'.repeat(49), filler: 'x'.repeat(60_000) })
  const { socket, received } = rawConnection()
  socket.write(head(body.length))
  const step = 3000
  for (let from = 0; from < body.length; from += step) {
    socket.write(body.slice(from, from + step))
    await new Promise((done) => setTimeout(done, 40))
  }
  await expect.poll(received).toMatch(/^HTTP\/1\.1 (401|422|429)/)
  socket.destroy()
})

test('the log names the address of a request that was cut off without its token', async () => {
  const { socket, closed } = rawConnection()
  socket.write(head(60_000, '/calendars/Kz9kEdBfx6iXquoH2'))
  const trickle = setInterval(() => socket.write('{'), 50)
  await closed
  clearInterval(trickle)
  const cutOff = lines.filter((line) => line.includes('was cut off') && line.includes('/calendars/'))
  expect(cutOff.map((line) => JSON.parse(line).url)).toEqual(['/calendars/…'])
})

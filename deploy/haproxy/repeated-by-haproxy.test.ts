import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findProgram } from '../../tools/launch/processes/find-program.ts'

const haproxy = findProgram('haproxy')
const title = haproxy === undefined ? 'HAProxy (skipped: install Debian’s haproxy)' : 'HAProxy'

describe.skipIf(haproxy === undefined)(title, () => {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'))
  const [site, web] = [join(folder, 'site.sock'), join(folder, 'web.sock')]
  const seen = new Map<string, number>()
  /** Dies without an answer at the first request of each test. */
  const server = createServer((incoming, response) => {
    const id = String(incoming.headers['x-request-id'])
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    if (count === 1) incoming.socket.destroy()
    else response.end('done')
  })
  let proxy: ReturnType<typeof spawn>

  beforeAll(async () => {
    server.listen(web)
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(
      file,
      `defaults
  mode http
  timeout client 10s
frontend site
  bind unix@${site}
  default_backend web
backend web from web-processes
  server web1 unix@${web}
  server web2 unix@${web}
`,
    )
    const shared = join(import.meta.dirname, 'web-processes.cfg')
    proxy = spawn(haproxy ?? '', ['-db', '-f', shared, '-f', file], { stdio: 'ignore' })
    await vi.waitFor(() => expect(existsSync(site)).toBe(true), { timeout: 10_000 })
  })
  afterAll(async () => {
    proxy.kill('SIGKILL')
    await once(proxy, 'exit')
    server.close()
    rmSync(folder, { recursive: true })
  })

  async function send(method: string, path: string, headers: Record<string, string>): Promise<number> {
    const outgoing = request({ socketPath: site, method, path, headers, agent: false })
    outgoing.end(method === 'GET' ? undefined : '{}')
    const [response] = await once(outgoing, 'response')
    response.resume()
    return response.statusCode
  }

  const key = { 'idempotency-key': 'k1' }
  const checkout = '/api/trade/buyer-checkout'
  test.each([
    { name: 'a read', method: 'GET', path: '/api/events', headers: {}, isRepeated: true },
    { name: 'a payment with a key', method: 'POST', path: checkout, headers: key, isRepeated: true },
    { name: 'a payment without a key', method: 'POST', path: checkout, headers: {}, isRepeated: false },
    {
      name: 'a change whose route takes no key',
      method: 'POST',
      path: '/api/login',
      headers: key,
      isRepeated: false,
    },
    { name: 'another method', method: 'PUT', path: checkout, headers: key, isRepeated: false },
  ])(
    '$name of a process that died: repeated: $isRepeated',
    async ({ name, method, path, headers, isRepeated }) => {
      expect(await send(method, path, { ...headers, 'x-request-id': name })).toBe(isRepeated ? 200 : 502)
      expect(seen.get(name)).toBe(isRepeated ? 2 : 1)
    },
  )
})

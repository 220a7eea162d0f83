import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findProgram } from '../../tools/launch/processes/find-program.ts'

const haproxy = findProgram('haproxy')
const title = haproxy === undefined ? 'HAProxy (skipped: install Debian’s haproxy)' : 'HAProxy'

const configuration = readFileSync(join(import.meta.dirname, '../compose/haproxy.cfg'), 'utf8')
const rule = /^ *http-request deny .+$/m.exec(configuration)?.[0] ?? ''

describe.skipIf(haproxy === undefined)(title, () => {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'))
  const [site, web] = [join(folder, 'site.sock'), join(folder, 'web.sock')]
  const server = createServer((_incoming, response) => response.end('done'))
  let proxy: ReturnType<typeof spawn>

  beforeAll(async () => {
    server.listen(web)
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(
      file,
      `defaults
  mode http
  timeout client 10s
  timeout server 10s
  timeout connect 2s
frontend site
  bind unix@${site}
${rule}
  default_backend web
backend web
  server web1 unix@${web}
`,
    )
    proxy = spawn(haproxy ?? '', ['-db', '-f', file], { stdio: 'ignore' })
    await vi.waitFor(() => expect(existsSync(site)).toBe(true), { timeout: 10_000 })
  })
  afterAll(async () => {
    proxy.kill('SIGKILL')
    await once(proxy, 'exit')
    server.close()
    rmSync(folder, { recursive: true })
  })

  async function statusOf(path: string): Promise<number> {
    const outgoing = request({ socketPath: site, path, agent: false }).end()
    const [response] = await once(outgoing, 'response')
    response.resume()
    return response.statusCode
  }

  test.each([
    '/metrics',
    '/metrics?x=1',
    '/health/ready',
    '/%68ealth/ready',
    '/health%2Fready',
    '/m%65trics',
  ])('of Compose hides %s', async (path) => {
    expect(await statusOf(path)).toBe(404)
  })

  test.each(['/', '/healthy', '/api/metrics', '/search?q=/health/'])('passes on %s', async (path) => {
    expect(await statusOf(path)).toBe(200)
  })
})

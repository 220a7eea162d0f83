import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../tools/launch/processes/find-program.ts'
import { renderTemplate } from '../cluster/render-template.ts'

const root = resolve(import.meta.dirname, '../..')
const templates = join(root, 'deploy/cluster/templates')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The block of a guide that is a configuration. */
function blockOf(guide: string): string {
  const block = /^```haproxy\n(.+?)^```$/ms.exec(read(`docs/guides/${guide}`))?.[1]
  if (block === undefined) throw new Error(`${guide} has no configuration of HAProxy`)
  return block
}

function renderCluster(): string {
  const server = 'server web1 127.0.0.1:4001'
  return renderTemplate(read('deploy/cluster/templates/haproxy.cfg'), {
    folder: tmpdir(),
    templates,
    site: '4500',
    leader: '4510',
    replica: '4511',
    webServers: server,
    leaderServers: server,
    replicaServers: server,
  })
}

const configurations = [
  { name: 'the cluster', text: renderCluster() },
  { name: 'Compose', text: read('deploy/compose/haproxy.cfg') },
  { name: 'the operations guide', text: blockOf('operations.md') },
  { name: 'the production guide', text: blockOf('production.md') },
]

test.each(configurations)('$name repeats requests by the shared rules only', ({ text }) => {
  expect(text).toContain('backend web from web-processes\n')
  expect(text).not.toContain('retry-on')
})

const hidden = /^ {2}http-request deny .+$/m.exec(read('deploy/compose/haproxy.cfg'))?.[0]

describe.each(configurations)('the frontend of $name', ({ text }) => {
  const lines = (/^frontend terrace\n((?: {2}.+\n)+)/m.exec(text)?.[1] ?? '').split('\n')

  test('hides metrics and the states of processes, as that of Compose does', () => {
    expect(hidden).toContain('path,url_dec')
    expect(lines).toContain(hidden)
  })

  test('sets the headers that the server believes of a trusted proxy', () => {
    const isEncrypted = lines.some((line) => /^ {2}bind .+ ssl /.test(line))
    expect(lines).toContain('  option forwardfor')
    expect(lines).toContain(`  http-request set-header X-Forwarded-Proto ${isEncrypted ? 'https' : 'http'}`)
  })
})

const haproxy = findProgram('haproxy')
const title = haproxy === undefined ? 'HAProxy (skipped: install Debian’s haproxy)' : 'HAProxy'

test.skipIf(haproxy === undefined).each(configurations)(
  `${title} accepts the configuration of $name`,
  ({ text }) => {
    const folder = mkdtempSync(join(tmpdir(), 'haproxy-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'haproxy.cfg')
    // Only operators have certificates; with strict-sni, none is needed.
    writeFileSync(file, text.replaceAll(/ssl crt \S+/g, 'ssl strict-sni'))
    const shared = join(import.meta.dirname, 'web-processes.cfg')
    execFileSync(haproxy ?? '', ['-c', '-q', '-f', shared, '-f', file], { encoding: 'utf8' })
  },
)

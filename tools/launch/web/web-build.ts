import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { printStep, secondsSince, withHeartbeat } from '../terminal.ts'

const projectFolder = resolve(import.meta.dirname, '../../..')
export const webBuildDir = join(projectFolder, 'apps/web/dist')
const record = join(webBuildDir, '.built-from')
const sources = [
  'apps/web',
  'packages/domain',
  'packages/contracts',
  'package-lock.json',
  'tsconfig.base.json',
]
const notSources = new Set(['node_modules', 'dist'])

/** Builds the web app unless `dist` was built from exactly these sources. */
export async function ensureWebBuilt(): Promise<void> {
  const hash = await hashSources()
  if ((await readFile(record, 'utf8').catch(() => '')) === hash) {
    printStep('web app', 'up to date')
    return
  }
  const from = Date.now()
  let modules = 0
  const folder = join(projectFolder, 'node_modules', `.terrace-web-${process.pid}`)
  try {
    await withHeartbeat(
      'web app',
      () => `building, ${formatCount(modules)} modules`,
      () => build(folder, (done) => (modules = done)),
    )
    await writeFile(join(folder, '.built-from'), hash)
    // A server of the old build has complete files until now.
    await rm(webBuildDir, { recursive: true, force: true })
    await rename(folder, webBuildDir)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  printStep('web app', `built from ${formatCount(modules)} modules in ${secondsSince(from)}`)
}

/** Runs in its own process, because the bundler would block everything that starts in parallel. */
function build(folder: string, onModules: (done: number) => void): Promise<void> {
  return new Promise((done, failed) => {
    const child = fork(join(import.meta.dirname, 'web-builder.ts'), [folder], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8')
      stream?.on('data', (text: string) => (output += text))
    }
    child.on('message', (modules) => {
      if (typeof modules === 'number') onModules(modules)
    })
    child.on('error', failed)
    child.on('exit', (code) => {
      if (code === 0) done()
      else failed(new Error(`Cannot build the web app:\n${output.trim()}`))
    })
  })
}

async function hashSources(): Promise<string> {
  const files = (await Promise.all(sources.map((source) => listFiles(join(projectFolder, source)))))
    .flat()
    .toSorted()
  const contents = await Promise.all(files.map((file) => readFile(file)))
  const hash = createHash('sha256')
  for (const [index, file] of files.entries()) {
    const content = contents[index] ?? Buffer.alloc(0)
    hash.update(`${file.slice(projectFolder.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

async function listFiles(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const found = await Promise.all(
    entries.filter(({ name }) => !notSources.has(name)).map(({ name }) => listFiles(join(path, name))),
  )
  return found.flat()
}

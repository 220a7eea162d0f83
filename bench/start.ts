import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../tools/launch/processes/ports.ts'

const projectFolder = resolve(import.meta.dirname, '..')
const target = 20

const seconds = await measure()
console.log(JSON.stringify({ bench: 'start', seconds: Math.round(seconds * 10) / 10, target }))
process.exitCode = seconds <= target ? 0 : 1

/**
 * Time from an empty data folder without a web build to ready with demo data; dependencies are installed. The steps
 * print to standard error.
 */
async function measure(): Promise<number> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'terrace-bench-start-'))
  await rm(join(projectFolder, 'apps/web/dist'), { recursive: true, force: true })
  try {
    return await timeStart(dataFolder, await freePort())
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

async function timeStart(dataFolder: string, port: number): Promise<number> {
  const { DATABASE_URL: _, INIT_CWD: __, ...env } = process.env
  const from = performance.now()
  const child = spawn(process.execPath, [join(projectFolder, 'tools/start.mjs')], {
    cwd: projectFolder,
    env: { ...env, DATA_DIR: dataFolder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`npm start exited with code ${code} before it was ready`)))
  })
  const ready = new Promise<number>((done) => {
    createInterface(child.stdout).on('line', (line) => {
      console.error(line)
      if (line.startsWith('Terrace is ready')) done((performance.now() - from) / 1000)
    })
  })
  try {
    return await Promise.race([ready, ended])
  } finally {
    child.removeAllListeners('exit')
    const exited = new Promise((done) => {
      child.once('exit', done)
    })
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await exited
    }
  }
}

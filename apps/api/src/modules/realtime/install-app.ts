import { randomBytes, randomInt } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { RealtimeApp } from './realtime.port.ts'

const stored = z.object({ app_id: z.string().min(1), key: z.string().min(1), secret: z.string().min(1) })

/**
 * The id, key and secret of this installation, made on its first start and kept in the data folder (product.md §12). All
 * processes on the folder get the same; processes on other machines must be told them by configuration.
 */
export function installedApp(dataFolder: string): RealtimeApp {
  const file = join(dataFolder, 'realtime.json')
  const known = read(file)
  if (known) return known

  mkdirSync(dataFolder, { recursive: true })
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  const made = {
    app_id: String(randomInt(100_000, 10_000_000)),
    key: randomBytes(10).toString('hex'),
    secret: randomBytes(32).toString('hex'),
  }
  writeFileSync(draft, `${JSON.stringify(made)}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // Never seen half written, and whoever comes second reads what the first one made.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  const app = read(file)
  if (!app) throw new Error(`${file} cannot be read`)
  return app
}

function read(file: string): RealtimeApp | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    const { app_id, key, secret } = stored.parse(JSON.parse(text))
    return { appId: app_id, key, secret }
  } catch (error) {
    throw new Error(`${file} is damaged. Remove it, and a new one is made at the next start.`, {
      cause: error,
    })
  }
}

import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The application id where none is configured: whoever asks the embedded endpoint must name one. */
export const defaultSearchApp = 'EMBEDDED'

const stored = z.object({ search_key: z.string().min(8), admin_key: z.string().min(8) })

/**
 * The search key and the admin key of this installation, made on its first start and kept in the data folder (product.md
 * §12). All processes on the folder get the same; processes on other machines must be told them by configuration.
 */
export function installedKeys(dataFolder: string): { searchKey: string; adminKey: string } {
  const file = join(dataFolder, 'search.json')
  const known = read(file)
  if (known) return known

  mkdirSync(dataFolder, { recursive: true })
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  const made = { search_key: randomBytes(16).toString('hex'), admin_key: randomBytes(32).toString('hex') }
  writeFileSync(draft, `${JSON.stringify(made)}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // Never seen half written, and whoever comes second reads what the first one made.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  const keys = read(file)
  if (!keys) throw new Error(`${file} cannot be read`)
  return keys
}

function read(file: string): { searchKey: string; adminKey: string } | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    const { search_key: searchKey, admin_key: adminKey } = stored.parse(JSON.parse(text))
    return { searchKey, adminKey }
  } catch (error) {
    throw new Error(`${file} is damaged. Remove it, and a new one is made at the next start.`, {
      cause: error,
    })
  }
}

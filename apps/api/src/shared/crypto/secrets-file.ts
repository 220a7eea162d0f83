import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'

/**
 * Reads a JSON file of generated secrets, or creates it on the first start (product.md §12.4). Processes with the same
 * data folder share it; other machines need the configuration.
 */
export function readOrCreateSecrets<Content>(
  file: string,
  { schema, make }: { schema: z.ZodType<Content>; make: () => Content },
): Content {
  const existing = readSecrets(file, schema)
  if (existing !== undefined) return existing

  mkdirSync(dirname(file), { recursive: true })
  const temporaryFile = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  writeFileSync(temporaryFile, `${JSON.stringify(make())}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    // Linking is atomic: no process sees a partial file, and the second one reads the first one's.
    linkSync(temporaryFile, file)
    syncFolder(dirname(file))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(temporaryFile)
  }
  const stored = readSecrets(file, schema)
  if (stored === undefined) throw new Error(`Cannot read ${file}`)
  return stored
}

/** Without this, a power failure could take a key with which data are already encrypted. */
function syncFolder(folder: string): void {
  // Windows does not open folders.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function readSecrets<Content>(file: string, schema: z.ZodType<Content>): Content | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${file} is damaged. Remove it to generate a new one at the next start.`, {
      cause: error,
    })
  }
}

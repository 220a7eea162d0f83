import { existsSync, lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import { UserError } from '../user-error.ts'

/** Link in the cluster to the folder that receives the changes; without it none are recorded. */
const linkName = 'archive'
const segmentBytes = 16 * 1024 * 1024
const segmentName = /^[0-9A-F]{24}$/

/** Whether this system can record changes: it needs a shell and gzip. */
export const canArchive = process.platform !== 'win32'

/**
 * Settings of the server that record completed segments of the write-ahead log. A link whose target is missing, such as
 * an unmounted disk, fails, and the server keeps the segments until they are recorded.
 */
export function archiveSettings(): Record<string, string> {
  if (!canArchive) return {}
  const file = `${linkName}/%f.gz`
  const write = `gzip -1 -c '%p' > ${file}.part && sync ${file}.part && mv ${file}.part ${file}`
  return { archive_mode: 'on', archive_command: `test ! -L ${linkName} || test -f ${file} || { ${write}; }` }
}

/** Folder that receives the changes of a cluster; `undefined` if they are not recorded. */
export function archiveOf(cluster: string): string | undefined {
  const link = join(cluster, linkName)
  return lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(link) : undefined
}

export function startArchive(cluster: string, folder: string): void {
  symlinkSync(folder, join(cluster, linkName))
}

export function stopArchive(cluster: string): void {
  rmSync(join(cluster, linkName), { force: true })
}

/** Recorded segments from `first` on, in order, and the files that describe timelines. */
export async function listArchive(
  folder: string,
  first: string,
): Promise<{ segments: string[]; histories: string[] }> {
  if (!existsSync(folder)) return { segments: [], histories: [] }
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.gz'))
    .map((name) => name.slice(0, -3))
  return {
    segments: names.filter((name) => segmentName.test(name) && name >= first).toSorted(),
    histories: names.filter((name) => name.endsWith('.history')),
  }
}

/**
 * Checks that the segments follow each other without a gap and can be read completely.
 * @throws UserError that names the first missing or damaged one
 */
export async function verifyArchive(folder: string, segments: readonly string[]): Promise<void> {
  for (const [index, name] of segments.entries()) {
    const previous = segments[index - 1]
    if (previous !== undefined && nextSegment(previous) !== name) {
      throw new UserError(
        `The backup is incomplete: of the recorded changes, ${nextSegment(previous)}.gz is missing in ${folder}. Nothing was restored. Choose a time before it with --to, or find the file.`,
      )
    }
    const bytes = await unpackedSize(join(folder, `${name}.gz`)).catch(() => -1)
    if (bytes !== segmentBytes) {
      throw new UserError(
        `The backup is damaged: ${join(folder, `${name}.gz`)} cannot be read completely. Nothing was restored. Restore another copy of the file.`,
      )
    }
  }
}

async function unpackedSize(file: string): Promise<number> {
  let bytes = 0
  await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) bytes += chunk.length
  })
  return bytes
}

/** Segments are numbered by timeline, log file and one of its 256 parts. */
export function nextSegment(name: string): string {
  const [timeline, log, part] = [name.slice(0, 8), name.slice(8, 16), name.slice(16)]
  const next = BigInt(`0x${log}`) * 256n + BigInt(`0x${part}`) + 1n
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return `${timeline}${hex(next / 256n)}${hex(next % 256n)}`
}

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const script = join(import.meta.dirname, 'templates/archive-wal.sh')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrace-archive-'))
  mkdirSync(join(folder, 'pg_wal'))
  // The leader is on timeline 5.
  writeFileSync(join(folder, 'pg_wal/00000004.history'), '3\t0/16000000\tof an abandoned timeline\n')
  writeFileSync(
    join(folder, 'pg_wal/00000005.history'),
    '3\t0/17123940\tno recovery target specified\n\n4\t1/2A9167C8\tno recovery target specified\n',
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

const segmentBytes = 16 * 1024 * 1024

/** Exit status of the script where pgBackRest exits with `pushed`. */
function archive(
  name: string,
  pushed: number,
  bytes = segmentBytes,
): { status: number | null; messages: string } {
  const segment = join(folder, 'pg_wal', name)
  if (!name.endsWith('.history')) {
    writeFileSync(segment, '')
    truncateSync(segment, bytes)
  }
  writeFileSync(join(folder, 'pgbackrest'), `#!/bin/sh\nexit ${pushed}\n`, { mode: 0o755 })
  const { status, stderr } = spawnSync('sh', [script, 'pgbackrest.conf', 'terrace', `pg_wal/${name}`], {
    cwd: folder,
    env: { PATH: `${folder}:/usr/bin:/bin` },
    encoding: 'utf8',
  })
  return { status, messages: stderr }
}

test('a segment that pgBackRest takes is archived', () => {
  expect(archive('000000050000000100000030', 0)).toEqual({ status: 0, messages: '' })
})

test('another copy of the segment in which an earlier timeline ended, or of a later one, counts as archived', () => {
  const names = [
    '000000030000000000000017',
    '000000030000000000000018',
    '00000004000000010000002A',
    '000000030000000000000017.partial',
  ]
  for (const name of names) {
    const { status, messages } = archive(name, 45)
    expect([name, status]).toEqual([name, 0])
    expect(messages).toContain(`${name.replace('.partial', '')} is skipped`)
  }
})

test('another copy of any other file stops the archive', () => {
  const names = [
    // Before its timeline ended.
    '000000030000000000000016',
    '000000040000000000000099',
    // Of the leader's own timeline, and of one that is not part of its history.
    '000000050000000100000030',
    '000000020000000000000017',
    '00000005.history',
    '000000030000000000000016.partial',
  ]
  for (const name of names) expect([name, archive(name, 45).status]).toEqual([name, 45])
  expect(archive('000000030000000000000017', 45, segmentBytes / 16).status).toBe(45)
})

test('any other failure is reported to PostgreSQL, which tries again', () => {
  expect(archive('000000030000000000000017', 82).status).toBe(82)
})

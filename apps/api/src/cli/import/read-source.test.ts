import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { readSource } from './read-source.ts'
import { reportLines } from './report-import.ts'

const cli = cliFixture()
const { run } = cli

test('an oversized, compressed, non-UTF-8 or special file is rejected before it is read', async () => {
  const put = async (name: string, content: string | Buffer) => {
    const path = join(cli.folder, name)
    await writeFile(path, content)
    return path
  }
  const large = await put('large.csv', `slug\n${'X'.repeat(10_000_000)}`)
  const rejected = await run('import', ['venues', large])
  expect([rejected.code, rejected.error]).toEqual([
    2,
    `${large} is larger than 8,388,608 bytes; split it and import the parts\n`,
  ])
  const problemOf = async (path: string) =>
    readSource(path).then((source) => ('problem' in source ? source.problem : ''))
  expect(await problemOf(await put('a.ics.gz', gzipSync('x'.repeat(1_000_000))))).toContain('is compressed')
  expect(await problemOf(await put('latin.ics', Buffer.from('SUMMARY:Köln', 'latin1')))).toContain(
    'is not UTF-8 or UTF-16',
  )
  expect(await problemOf(await put('nul.ics', 'BEGIN:VCALENDAR\0'))).toContain('is not UTF-8 or UTF-16 text')
  expect(await problemOf(await put('empty.ics', ' \n'))).toContain('is empty')
  expect(await problemOf(cli.folder)).toContain('not a file')
  expect(await problemOf('/dev/zero')).toContain('not a file')
  const wide = Buffer.from('\uFEFFname,city\nKöln,1', 'utf16le')
  expect(await readSource(await put('wide.csv', wide))).toEqual({ text: 'name,city\nKöln,1' })
  expect(await readSource(await put('good.ics', '\uFEFFBEGIN:VCALENDAR'))).toEqual({
    text: 'BEGIN:VCALENDAR',
  })
})

test('the report strips terminal control characters from quoted file content', () => {
  const bad = [{ line: 3, reason: 'cannot be read: "\u001B[2J\u202E"' }]
  const report = { read: 1, counts: { unchanged: 0 }, bad, skipped: [] }
  expect(reportLines(report, 'events', 'x.ics').at(-1)).toBe('  x.ics:3: cannot be read: "?[2J?"')
})

test('of a refused file, only its errors are listed; a dry run lists new artists, which may be misspelt', () => {
  const refused = {
    read: 0,
    counts: {},
    bad: [{ line: 7, reason: 'is cut off' }],
    skipped: [],
    isApplied: false,
  }
  expect(reportLines(refused, 'events', 'x.csv')).toEqual(['x.csv:7: is cut off'])
  const row = { ...refused, read: 2, counts: { new: 1 }, newArtists: ['Muze'] }
  expect(reportLines(row, 'events', 'x.csv')).toEqual([
    '2 events read: 1 new, 1 bad',
    '  x.csv:7: is cut off',
  ])
  expect(reportLines({ ...row, read: 1, bad: [] }, 'events', 'x.csv')).toEqual([
    '1 events read: 1 new',
    '  new: … and 1 more',
    '  new artist: Muze',
  ])
})

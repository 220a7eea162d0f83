import { expect, test } from 'vitest'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { examineArchive, readArchive } from './examine-archive.ts'

const fixture = cliFixture()

test('a database without an archive is no finding', async () => {
  const archive = await readArchive(fixture.db)
  expect(archive).toEqual({ isOn: false, failedSegment: null, failedAt: null, archivedAt: null })
  expect(examineArchive(archive)).toEqual([])
})

const [earlier, later] = [new Date('2026-05-04T10:00:00Z'), new Date('2026-05-04T10:15:00Z')]
const failedSegment = '000000030000000000000017'

test('an archive without failures since the last success is no finding', () => {
  for (const archive of [
    { failedSegment: null, failedAt: null, archivedAt: null },
    { failedSegment: null, failedAt: null, archivedAt: later },
    { failedSegment, failedAt: earlier, archivedAt: later },
  ])
    expect(examineArchive({ isOn: true, ...archive })).toEqual([])
  // The statistics outlast the archive.
  expect(examineArchive({ isOn: false, failedSegment, failedAt: later, archivedAt: earlier })).toEqual([])
})

test('an archive that has stopped is a problem, with the segment and since when', () => {
  const [stopped] = examineArchive({ isOn: true, failedSegment, failedAt: later, archivedAt: earlier })
  expect(stopped).toMatchObject({
    level: 'problem',
    text: `the database cannot archive its write-ahead log (${failedSegment}), nothing since 2026-05-04T10:00:00.000Z`,
  })
  const [never] = examineArchive({ isOn: true, failedSegment, failedAt: later, archivedAt: null })
  expect(never?.text).toContain('nothing was archived so far')
})

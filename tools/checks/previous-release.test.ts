import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyRelease, expectHigherNumber, readPreviousRelease } from './previous-release.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'terrace-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function releaseFolder(releases: object): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'deploy'))
  writeFileSync(join(folder, 'deploy/releases.json'), JSON.stringify(releases))
  return folder
}

test('the previous release is a full commit hash', () => {
  expect(readPreviousRelease()).toMatch(/^[0-9a-f]{40}$/)
  const folder = releaseFolder({ previous: { commit: 'main' } })
  expect(() => readPreviousRelease(folder)).toThrow('previous.commit must be the full hash')
})

test('a history without the previous release is an error that says what to do', () => {
  expect(() => copyRelease('0'.repeat(40), join(temporaryFolder(), 'copy'))).toThrow(
    /The history lacks the previous release, 0{40}\. Fetch the full history/,
  )
})

test('a release must have a higher number than the previous one', () => {
  const withoutNumber = temporaryFolder()
  const [first, second] = [releaseFolder({ number: 1 }), releaseFolder({ number: 2 })]
  expect(() => expectHigherNumber(withoutNumber, first)).not.toThrow()
  expect(() => expectHigherNumber(first, second)).not.toThrow()
  expect(() => expectHigherNumber(first, first)).toThrow(
    'number must be 2, because the previous release has 1',
  )
  expect(() => expectHigherNumber(second, first)).toThrow('number must be 3')
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyRelease, readPreviousRelease } from './previous-release.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'terrace-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the previous release is a full commit hash', () => {
  expect(readPreviousRelease()).toMatch(/^[0-9a-f]{40}$/)
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'deploy'))
  writeFileSync(join(folder, 'deploy/releases.json'), '{ "previous": { "commit": "main" } }')
  expect(() => readPreviousRelease(folder)).toThrow('previous.commit must be the full hash')
})

test('a history without the previous release is an error that says what to do', () => {
  expect(() => copyRelease('0'.repeat(40), join(temporaryFolder(), 'copy'))).toThrow(
    /The history lacks the previous release, 0{40}\. Fetch the full history/,
  )
})

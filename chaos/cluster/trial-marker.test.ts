import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clusterFolder } from '../../deploy/cluster/layout.ts'
import { trialExists, markTrial } from './trial-marker.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'terrace-marker-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

test('the folder of a trial may be deleted, and a missing one need not', () => {
  const folder = join(parent, 'trial')
  expect(trialExists(folder)).toBe(false)
  markTrial(folder)
  expect(trialExists(folder)).toBe(true)
})

test('a folder that the test did not make is neither deleted nor used', () => {
  const folder = join(parent, 'other')
  mkdirSync(folder)
  expect(() => trialExists(folder)).toThrow('was not made by this test')
  expect(() => markTrial(folder)).toThrow('EEXIST')
  expect(existsSync(folder)).toBe(true)
})

test('a trial and a cluster of a user have different folders on the same port', () => {
  expect(clusterFolder(4600, 'trial')).not.toBe(clusterFolder(4600))
})

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clusterFolder } from '../../deploy/cluster/layout.ts'
import { isTrialThere, markTrial } from './trial-marker.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'terrace-marker-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

test('the folder of a trial may be deleted, and a missing one need not', () => {
  const folder = join(parent, 'trial')
  expect(isTrialThere(folder)).toBe(false)
  markTrial(folder)
  expect(isTrialThere(folder)).toBe(true)
})

test('a folder that the test did not make is neither deleted nor used', () => {
  const folder = join(parent, 'kept')
  mkdirSync(folder)
  expect(() => isTrialThere(folder)).toThrow('was not made by this test')
  expect(() => markTrial(folder)).toThrow('EEXIST')
  expect(existsSync(folder)).toBe(true)
})

test('a trial and a cluster that a user keeps have different folders on the same port', () => {
  expect(clusterFolder(4600, 'trial')).not.toBe(clusterFolder(4600))
})

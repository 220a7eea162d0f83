import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openServerLog } from './server-log.ts'

test('a long log is rotated', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'terrace-log-'))
  const file = join(folder, 'api.log')
  const log = openServerLog(file, false)
  const line = `{"level":30,"msg":"${'x'.repeat(1_000_000)}"}`
  for (let number = 0; number < 22; number += 1) log.write(line)
  log.write('{"level":30,"msg":"the last"}')
  const stopTimeoutMs = { timeout: 30_000 }
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('the last'), stopTimeoutMs)
  expect(statSync(file).size).toBeLessThan(3_000_000)
  await vi.waitFor(() => expect(statSync(`${file}.1`).size).toBeGreaterThan(20_000_000), stopTimeoutMs)
  rmSync(folder, { recursive: true })
})

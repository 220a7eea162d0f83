import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openServerLog } from './server-log.ts'
import { logToStderr } from './terminal.ts'

test('a long log is rotated', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'terrace-log-'))
  const file = join(folder, 'api.log')
  const log = openServerLog(file, false).openOutput()
  const line = `{"level":30,"msg":"${'x'.repeat(1_000_000)}"}`
  for (let number = 0; number < 22; number += 1) log.write(line)
  log.write('{"level":30,"msg":"the last"}')
  const stopTimeoutMs = { timeout: 30_000 }
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('the last'), stopTimeoutMs)
  expect(statSync(file).size).toBeLessThan(3_000_000)
  await vi.waitFor(() => expect(statSync(`${file}.1`).size).toBeGreaterThan(20_000_000), stopTimeoutMs)
  rmSync(folder, { recursive: true })
})

test.skipIf(!existsSync('/dev/full'))('a full disk loses log lines only, and is reported once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'terrace-log-'))
  const file = join(folder, 'api.log')
  symlinkSync('/dev/full', file)
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  logToStderr()
  const log = openServerLog(file, false).openOutput()
  log.write('lost')
  await vi.waitFor(() => expect(printed).toHaveBeenCalled())
  log.write('lost too')
  rmSync(file)
  await vi.waitFor(
    () => {
      log.write('after')
      expect(readFileSync(file, 'utf8')).toContain('after')
    },
    { timeout: 10_000 },
  )
  expect(readFileSync(file, 'utf8')).not.toContain('lost')
  expect(printed.mock.calls).toEqual([[expect.stringMatching(/ENOSPC.* log lines are lost/)]])
  printed.mockRestore()
  rmSync(folder, { recursive: true })
})

test('the latest lines of a process are not those of an earlier one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'terrace-log-'))
  const log = openServerLog(join(folder, 'api.log'), false)
  const [crashed, restarted] = [log.openOutput(), log.openOutput()]
  crashed.write('no space left on device')
  restarted.write('the port is taken')
  crashed.write('a line that arrives late')
  expect(restarted.tail()).toBe('    the port is taken')
  rmSync(folder, { recursive: true })
})

import type { Command } from '@terrace/pusher-server/command'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildTestApp } from '#api/test/harness/build-test-app.ts'
import { createFanOut } from './fan-out.ts'

test('unreadable messages of another process are skipped and logged, the others delivered', async () => {
  const { deps } = await buildTestApp()
  const lines: string[] = []
  const delivered: Command[] = []
  const fanOut = createFanOut({
    db: deps.db,
    logger: pino({}, { write: (line: string) => void lines.push(line) }),
    execute: (command) => void delivered.push(command),
  })
  const row = (id: number, commands: unknown[]) => ({
    xid: '1',
    id,
    topic: 'realtime.message',
    subject: 'another process',
    payload: { origin: 'another process', commands },
    occurred_at: new Date(),
  })
  const dismissal = { kind: 'terminate', userId: 'usr_1' } as const
  fanOut.executeFromOthers([row(1, [{ kind: 'unknown kind' }]), row(2, [dismissal])])
  expect(delivered).toEqual([dismissal])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('skipped unreadable realtime messages of another process')
})

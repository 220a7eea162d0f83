import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../test/build-test-app.ts'
import { createFanOut, type Order } from './fan-out.ts'

test('messages of another process that cannot be read are left out and logged, and those beside them are delivered', async () => {
  const { deps } = await buildTestApp()
  const lines: string[] = []
  const delivered: Order[] = []
  const fanOut = createFanOut({
    db: deps.db,
    logger: pino({}, { write: (line: string) => void lines.push(line) }),
    carryOut: (order) => void delivered.push(order),
  })
  const row = (id: number, orders: unknown[]) => ({
    xid: '1',
    id,
    topic: 'realtime.message',
    subject: 'another process',
    payload: { origin: 'another process', orders },
    occurred_at: new Date(),
  })
  const dismissal = { kind: 'terminate', userId: 'usr_1' } as const
  fanOut.read([row(1, [{ kind: 'of a later release' }]), row(2, [dismissal])])
  expect(delivered).toEqual([dismissal])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('realtime messages of another process were left out')
})

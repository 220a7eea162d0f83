import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { openTestSandbox, testKeys, type TestSandbox } from '../test/test-sandbox.ts'
import type { PostEvent } from './event-sender.ts'

let sandbox: TestSandbox
afterEach(() => sandbox.close())

const open = async (postEvent: PostEvent) => {
  sandbox = await openTestSandbox({ postEvent })
}
async function pay(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1)
    await sandbox.confirm(await sandbox.createIntent(), 'pm_card_visa')
}
const makeDue = () => sandbox.store.run('update events set next_attempt_at = 0')

test('an event is signed with its time, as at Stripe', async () => {
  const received: { raw: string; signature: string }[] = []
  await open((event) => {
    received.push(event)
    return Promise.resolve(200)
  })
  await pay(1)
  expect(await sandbox.events.sendDue()).toBe(1)
  const [{ raw, signature } = { raw: '', signature: '' }] = received
  const time = /^t=(\d+),/.exec(signature)?.[1]
  const mac = createHmac('sha256', testKeys.webhookSecret).update(`${time}.${raw}`).digest('hex')
  expect(signature).toBe(`t=${time},v1=${mac}`)
  expect(JSON.parse(raw)).toMatchObject({ object: 'event', type: 'payment_intent.amount_capturable_updated' })
  expect(await sandbox.events.sendDue()).toBe(0)
})

test.each([() => Promise.resolve(503), () => Promise.reject(new Error('no connection'))])(
  'an event that the shop has not received is sent again later',
  async (fail) => {
    let isOpen = false
    await open(() => (isOpen ? Promise.resolve(200) : fail()))
    await pay(1)
    expect(await sandbox.events.sendDue()).toBe(0)
    isOpen = true
    expect(await sandbox.events.sendDue()).toBe(0)
    makeDue()
    expect(await sandbox.events.sendDue()).toBe(1)
  },
)

test('many events are delivered at once, and one that hangs delays no other', async () => {
  const hanging = Promise.withResolvers<number>()
  let [running, most, received] = [0, 0, 0]
  await open(async () => {
    received += 1
    if (received === 1) return hanging.promise
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    return 200
  })
  await pay(100)
  sandbox.events.start()
  await expect.poll(() => received).toBe(100)
  expect(most).toBe(31)
  hanging.resolve(200)
})

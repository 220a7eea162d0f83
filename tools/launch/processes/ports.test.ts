import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, isPortTaken } from './ports.ts'

test.each(['127.0.0.1', '0.0.0.0'])('a port in use by another program on %s is taken', async (host) => {
  const other = createServer()
  const port = await freePort()
  other.listen(port, host)
  await once(other, 'listening')
  await expect(isPortTaken(port, '127.0.0.1')).resolves.toBe(true)
  other.close()
  await once(other, 'close')
  await expect(isPortTaken(port, '127.0.0.1')).resolves.toBe(false)
})

test('an address of another machine is reported', async () => {
  await expect(isPortTaken(await freePort(), '192.0.2.1')).rejects.toThrow(
    'is not an address of this machine',
  )
})

import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, isPortTaken } from './ports.ts'

test.each(['127.0.0.1', '0.0.0.0'])('a port that another program has on %s is taken', async (host) => {
  const other = createServer()
  const port = await freePort()
  other.listen(port, host)
  await once(other, 'listening')
  await expect(isPortTaken(port, '127.0.0.1')).resolves.toBe(true)
  other.close()
  await once(other, 'close')
  await expect(isPortTaken(port, '127.0.0.1')).resolves.toBe(false)
})

test('an address of another machine is named as such', async () => {
  await expect(isPortTaken(await freePort(), '192.0.2.1')).rejects.toThrow('no address of this machine')
})

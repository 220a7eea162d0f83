import { expect, test } from 'vitest'
import { blockedPorts } from './blocked-ports.ts'
import { readPort } from './read-port.ts'

test.each([...blockedPorts])('fetch never connects to port %i', async (port) => {
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { message: 'bad port' } })
})

test('a port that browsers block is refused, with one that works', () => {
  expect(() => readPort('4190')).toThrow(
    'Browsers refuse to open port 4190, which belongs to another protocol. Choose another port: PORT=4200 npm start',
  )
  expect(() => readPort('6665')).toThrow('PORT=6675 npm start')
  expect(() => readPort('4189', 2)).toThrow('Browsers refuse to open port 4190')
})

test('a port is a number up to 65534, by default 4000', () => {
  expect([readPort(undefined), readPort(''), readPort('4191')]).toEqual([4000, 4000, 4191])
  for (const text of ['http', '0', '65535', '40.5'])
    expect(() => readPort(text)).toThrow('is not a port number')
})

import { expect, test } from 'vitest'
import { createJsonBytes } from './json-bytes.ts'

test('texts and bytes of any length come out as they went in', () => {
  const out = createJsonBytes()
  const long = 'Łódź – 東京 '.repeat(10_000)
  out.text('["İzmir",')
  const kept = out.length
  out.text('dropped')
  out.truncate(kept)
  out.text(JSON.stringify(long))
  out.bytes(Buffer.from('xx,"é"]'), 2, 8)
  expect(out.length).toBe(Buffer.byteLength(`["İzmir","${long}","é"]`))
  expect(JSON.parse(out.take().toString())).toEqual(['İzmir', long, 'é'])
})

test('a taken text stays the same while others are written', () => {
  const first = createJsonBytes()
  first.text('first')
  const taken = first.take()
  const [second, third] = [createJsonBytes(), createJsonBytes()]
  second.text('second')
  third.text('third')
  expect([taken, second.take(), third.take()].map(String)).toEqual(['first', 'second', 'third'])
})

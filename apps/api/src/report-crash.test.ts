import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { receiveErrors } from './test/fakes/telemetry/sentry-server.ts'

/** A process of the server that throws where nothing catches it. */
function crash(sentryDsn: string): Promise<{ code: unknown; printed: string }> {
  const telemetry = new URL('telemetry.ts', import.meta.url).href
  const program = `
    const { startTelemetry, reportCrash } = await import('${telemetry}')
    const telemetry = { traces: undefined, sentryDsn: '${sentryDsn}' }
    reportCrash(await startTelemetry({ production: true, telemetry }))
    setTimeout(() => { throw new RangeError('no "Quillfeather" left') })
    // Without the crash, it would run on.
    setInterval(() => undefined, 1000)`
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', program], (error, _out, printed) =>
      resolve({ code: error?.code, printed }),
    )
  })
}

test('an error that nothing catches is printed and reported before the process ends', async () => {
  const server = await receiveErrors()
  try {
    const { code, printed } = await crash(server.dsn)
    expect(code).toBe(1)
    expect(printed).toContain('RangeError: no "Quillfeather" left')
    expect(server.events).toHaveLength(1)
    expect(server.events[0]).toMatchObject({
      message: 'process crashed',
      exception: { values: [{ type: 'RangeError', value: 'no "[value]" left' }] },
    })
  } finally {
    await server.close()
  }
})

test('the process ends even if the error service does not respond', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = silent.address() as AddressInfo
    expect((await crash(`http://key@127.0.0.1:${port}/1`)).code).toBe(1)
  } finally {
    silent.closeAllConnections()
    await new Promise((resolve) => void silent.close(resolve))
  }
})

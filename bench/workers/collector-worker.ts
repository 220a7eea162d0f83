import { createServer } from 'node:http'
import { freePort } from '../../tools/launch/processes/ports.ts'
import { serve } from '../worker.ts'

export type CollectorJob = Record<string, never>

/** A collector of traces that throws them away and counts their bytes; returns its port. `GET /` returns the count. */
serve(async (_job: CollectorJob) => {
  let received = 0
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.length))
    request.on('end', () => {
      if (request.method === 'GET') response.end(String(received))
      else response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return port
})

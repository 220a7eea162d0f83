import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { verifySignature, type S3Keys } from './signature-v4.ts'

/** A fault that replaces one response. */
export type S3Fault =
  /** An S3 error. */
  | { kind: 'reject'; status: number; code: string }
  /** Never responds. */
  | { kind: 'silent' }
  /** Responds late. */
  | { kind: 'slow'; ms: number }
  /** Closes the connection halfway through a file, or before doing anything. */
  | { kind: 'cut' }
  /** Completes the request and closes the connection before responding. */
  | { kind: 'drop_after' }

interface S3Object {
  bytes: Buffer
  contentType: string
}

const statusOf: Record<string, number> = {
  NoSuchBucket: 404,
  NoSuchKey: 404,
  MethodNotAllowed: 405,
  XAmzContentSHA256Mismatch: 400,
  AuthorizationHeaderMalformed: 400,
}

export type FakeS3 = Awaited<ReturnType<typeof startFakeS3>>

/**
 * A fake S3 server for the official client, limited to single objects of one bucket with path-style URLs. It rejects
 * unsigned and wrongly signed requests.
 */
export async function startFakeS3(keys: S3Keys & { bucket: string }) {
  const objects = new Map<string, S3Object>()
  const requests: { method: string; path: string; headers: IncomingMessage['headers'] }[] = []
  const planned: S3Fault[] = []
  let always: S3Fault | undefined

  const server = createServer((request, response) => void handleRequest(request, response))
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the fake server has no port')

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { method = '', url = '/', headers } = request
    const path = decodeURIComponent(new URL(url, 'http://s3.invalid').pathname)
    requests.push({ method, path, headers })
    const nextFault = planned.shift() ?? always
    if (nextFault?.kind === 'slow') await wait(nextFault.ms)
    const fault = nextFault?.kind === 'slow' ? undefined : nextFault
    if (fault?.kind === 'silent') return
    if (fault?.kind === 'reject') return sendError(response, fault.status, fault.code, path)
    const problem = verifySignature(request, body, keys)
    if (problem !== undefined) return sendError(response, statusOf[problem] ?? 403, problem, path)
    const [, bucket, ...parts] = path.split('/')
    if (bucket !== keys.bucket) return sendError(response, 404, 'NoSuchBucket', path)
    serve({ method, key: parts.join('/'), contentType: headers['content-type'], body, fault }, response)
  }

  function serve(
    call: {
      method: string
      key: string
      contentType: string | undefined
      body: Buffer
      fault: S3Fault | undefined
    },
    response: ServerResponse,
  ): void {
    const { method, key, body, fault } = call
    const found = objects.get(key)
    if (method === 'PUT' && fault?.kind !== 'cut')
      objects.set(key, { bytes: body, contentType: call.contentType ?? 'binary/octet-stream' })
    if (method === 'DELETE' && fault?.kind !== 'cut') objects.delete(key)
    if (fault?.kind === 'drop_after') return void response.destroy()
    if (method === 'PUT' || method === 'DELETE') {
      if (fault) return void response.destroy()
      response.writeHead(method === 'PUT' ? 200 : 204, method === 'PUT' ? { etag: etagOf(body) } : {}).end()
      return
    }
    if (method !== 'GET' && method !== 'HEAD') return sendError(response, 405, 'MethodNotAllowed', key)
    if (!found) return sendError(response, 404, 'NoSuchKey', key, method === 'HEAD')
    response.writeHead(200, {
      'content-type': found.contentType,
      'content-length': found.bytes.length,
      etag: etagOf(found.bytes),
    })
    if (method === 'HEAD') return void response.end()
    if (!fault) return void response.end(found.bytes)
    response.write(found.bytes.subarray(0, Math.floor(found.bytes.length / 2)), () => response.destroy())
  }

  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    objects,
    requests,
    /** Applies to the next requests, one fault each. */
    plan: (...faults: S3Fault[]) => void planned.push(...faults),
    /** Applies to every request until it is reset. */
    failAlways: (fault: S3Fault | undefined) => void (always = fault),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

function sendError(
  response: ServerResponse,
  status: number,
  code: string,
  resource: string,
  isHead = false,
): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>${code}</Code><Message>The fake server says ${code}</Message><Resource>${encodeURI(resource)}</Resource><RequestId>1</RequestId></Error>`
  response
    .writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': '1' })
    .end(isHead ? undefined : text)
}

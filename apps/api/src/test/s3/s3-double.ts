import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { judgeSignature, type S3Keys } from './signature-v4.ts'

/** What the double does once in place of what is asked. */
export type S3Fault =
  /** An error of S3's. */
  | { kind: 'refuse'; status: number; code: string }
  /** No answer, ever. */
  | { kind: 'silent' }
  /** What is asked, but so late. */
  | { kind: 'slow'; ms: number }
  /** Half of a file, or nothing done at all, and the line is cut. */
  | { kind: 'cut' }
  /** All that is asked, and the line is cut before the answer. */
  | { kind: 'cut_after' }

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

export type S3Double = Awaited<ReturnType<typeof openS3Double>>

/**
 * A server that speaks S3's wire to the official client, for want of a store on the machine that runs the tests: single objects of
 * one bucket, named in the path. It believes nothing that is not well signed, and knows nobody who does not sign.
 */
export async function openS3Double(keys: S3Keys & { bucket: string }) {
  const objects = new Map<string, S3Object>()
  const requests: { method: string; path: string; headers: IncomingMessage['headers'] }[] = []
  const planned: S3Fault[] = []
  let always: S3Fault | undefined

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the double has no port')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { method = '', url = '/', headers } = request
    const path = decodeURIComponent(new URL(url, 'http://s3.invalid').pathname)
    requests.push({ method, path, headers })
    const due = planned.shift() ?? always
    if (due?.kind === 'slow') await wait(due.ms)
    const fault = due?.kind === 'slow' ? undefined : due
    if (fault?.kind === 'silent') return
    if (fault?.kind === 'refuse') return refuse(response, fault.status, fault.code, path)
    const problem = judgeSignature(request, body, keys)
    if (problem !== undefined) return refuse(response, statusOf[problem] ?? 403, problem, path)
    const [, bucket, ...parts] = path.split('/')
    if (bucket !== keys.bucket) return refuse(response, 404, 'NoSuchBucket', path)
    serve({ method, key: parts.join('/'), contentType: headers['content-type'], body, fault }, response)
  }

  function serve(
    asked: {
      method: string
      key: string
      contentType: string | undefined
      body: Buffer
      fault: S3Fault | undefined
    },
    response: ServerResponse,
  ): void {
    const { method, key, body, fault } = asked
    const found = objects.get(key)
    if (method === 'PUT' && fault?.kind !== 'cut')
      objects.set(key, { bytes: body, contentType: asked.contentType ?? 'binary/octet-stream' })
    if (method === 'DELETE' && fault?.kind !== 'cut') objects.delete(key)
    if (fault?.kind === 'cut_after') return void response.destroy()
    if (method === 'PUT' || method === 'DELETE') {
      if (fault) return void response.destroy()
      response.writeHead(method === 'PUT' ? 200 : 204, method === 'PUT' ? { etag: etagOf(body) } : {}).end()
      return
    }
    if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405, 'MethodNotAllowed', key)
    if (!found) return refuse(response, 404, 'NoSuchKey', key, method === 'HEAD')
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
    /** For the next requests, one each. */
    plan: (...faults: S3Fault[]) => void planned.push(...faults),
    /** For every request, until it is told otherwise. */
    failAlways: (fault: S3Fault | undefined) => void (always = fault),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  resource: string,
  isHead = false,
): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>${code}</Code><Message>The double says ${code}</Message><Resource>${encodeURI(resource)}</Resource><RequestId>1</RequestId></Error>`
  response
    .writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': '1' })
    .end(isHead ? undefined : text)
}
